// Ordinary users in a process of their own: each uploads a small text, lists, searches, reads and tags, with pauses.
import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './client.mjs';
import { aWord, words } from './material.mjs';

const PAUSE_MS = [50, 250];
const OPERATIONS = ['upload', 'list', 'search', 'read', 'tag'];
let times = new Map();
let isStopped = false;

class User {
  constructor(baseUrl, person) {
    this.baseUrl = baseUrl;
    this.person = person;
    this.agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: person.address });
  }

  async run() {
    const tags = `/api/organizations/${this.person.organizationId}/tags`;
    const tag = await this.#send({
      method: 'POST',
      path: tags,
      json: { name: aWord().slice(0, 12), color: '#AA3366' },
    });
    if (tag.status !== 200) throw new Error(`a tag was answered with ${tag.status}`);
    const tagId = tag.json.tag.id;
    while (!isStopped) await this.#round(tagId);
    this.agent.destroy();
  }

  async #round(tagId) {
    const { documents } = this.person;
    const word = aWord();
    const file = { name: `${word}.txt`, content: `${word} ${words(1500)}` };
    const answer = await this.#timed('upload', { method: 'POST', path: documents, file });
    await this.#timed('list', { path: `${documents}?pageSize=20` });
    await this.#timed('search', { path: `${documents}?pageSize=20&searchQuery=letter%20OR%20${word}` });
    if (answer.status !== 200) return;
    const path = `${documents}/${answer.json.document.id}`;
    await this.#timed('read', { path });
    await this.#timed('tag', { method: 'POST', path: `${path}/tags`, json: { tagId } });
  }

  async #timed(operation, options) {
    const answer = await this.#send(options);
    if (!times.has(operation)) times.set(operation, { ms: [], failed: 0 });
    const entry = times.get(operation);
    entry.ms.push(answer.ms);
    if (!(answer.status >= 200 && answer.status < 300)) entry.failed += 1;
    if (!isStopped) await delay(randomInt(...PAUSE_MS));
    return answer;
  }

  #send(options) {
    const { token, address } = this.person;
    return call(this.baseUrl, { token, address, agent: this.agent, timeoutMs: 30_000, ...options });
  }
}

/** The times since the last call, by operation. */
function takeTimes() {
  const taken = times;
  times = new Map();
  return OPERATIONS.map((operation) => ({ operation, ...(taken.get(operation) ?? { ms: [], failed: 0 }) }));
}

const work = {
  start({ baseUrl, people }) {
    for (const person of people) void new User(baseUrl, person).run();
  },
  takeTimes,
  stop() {
    isStopped = true;
  },
};

process.on('message', ({ id, name, input }) => process.send({ id, result: work[name](input) }));
process.on('disconnect', () => process.exit());
