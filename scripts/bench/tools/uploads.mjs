// Uploads of small texts into the large organization of a measured archive, until a search finds them.
import { setTimeout as delay } from 'node:timers/promises';
import { concurrently } from './bench-server.mjs';
import { aText } from './corpus.mjs';

const LOOK_MS = 20;
const FOUND_WITHIN_MS = 300_000;
const REMOVED_AT_A_TIME = 100;

export class Uploads {
  #archive;
  #database;
  #clients;
  #ids = [];
  #sent = 0;
  /** How many of the ids were found. */
  #seen = 0;
  /** In every text of this run and in no other, so that an archive which is kept accepts the texts again. */
  #mark = `bench${Date.now().toString(36)}`;

  constructor(archive, database, clients) {
    this.#archive = archive;
    this.#database = database;
    this.#clients = Array.from({ length: clients }, () => archive.newClient());
  }

  /** Gives the milliseconds of each upload, and of all. */
  async upload(count, clients) {
    const times = [];
    const began = performance.now();
    const free = this.#clients.slice(0, clients);
    await concurrently(count, clients, async () => {
      const client = free.pop();
      const start = performance.now();
      await this.#uploadOne(client);
      times.push(performance.now() - start);
      free.push(client);
    });
    return { times, took: performance.now() - began };
  }

  /** Gives the milliseconds until all are found. Looks into the database first: that is not counted, and a search is. */
  async untilFound() {
    const began = performance.now();
    for (;;) {
      const [{ unread }] = await this.#database.query(
        `select count(*)::int as unread from document where id = any($1::text[]) and extraction_status <> 'completed'`,
        [this.#ids.slice(this.#seen)],
      );
      if (unread === 0 && (await this.#found()) === this.#ids.length) break;
      if (performance.now() - began > FOUND_WITHIN_MS) throw new Error('not all were found in time');
      await delay(LOOK_MS);
    }
    this.#seen = this.#ids.length;
    return performance.now() - began;
  }

  async oneUntilFound() {
    await this.#uploadOne(this.#clients[0]);
    while ((await this.#found()) !== this.#ids.length);
    this.#seen = this.#ids.length;
  }

  /** Removes them permanently, so that an archive which is kept is as it was. */
  async remove() {
    const [client] = this.#clients;
    const documents = `${this.#archive.large}/documents`;
    for (let from = 0; from < this.#ids.length; from += REMOVED_AT_A_TIME) {
      const documentIds = this.#ids.slice(from, from + REMOVED_AT_A_TIME);
      await client.send('POST', `${documents}/batch/trash`, { filter: { documentIds } });
      await client.send('POST', `${documents}/trash/purge`, { documentIds });
    }
  }

  close() {
    for (const client of this.#clients) client.close();
  }

  async #uploadOne(client) {
    const number = this.#sent;
    this.#sent += 1;
    const content = `${this.#mark} ${number} ${aText(number)}`;
    const { text } = await client.upload(`${this.#archive.large}/documents`, `Uploaded ${number}.txt`, content);
    this.#ids.push(JSON.parse(text).document.id);
  }

  async #found() {
    const path = `${this.#archive.large}/documents?pageSize=1&searchQuery=content:${this.#mark}`;
    return (await this.#clients[0].json(path)).documentsCount;
  }
}
