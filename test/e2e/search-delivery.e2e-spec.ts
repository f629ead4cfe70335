import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { foldedText, indexedWords } from '@archivolt/plugin-kit';
import pg from 'pg';
import ts from 'typescript';
import type { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isFullSet } from '../support/sample.js';
import { InstalledCopy } from '../plugins/installed-copy.js';
import { clientOfNewUser, freePort, until } from './server-process.js';

const SERVER = 'dist/apps/server/src/main.js';
const TEMPLATE = join(import.meta.dirname, '../../plugins/_template/search');
const WITHIN_MS = 240_000;
/** Longer than the test. */
const FOREVER_MS = 3_600_000;
const UPLOADS = 40;
/** The gate kills the server twice, the full set ten times. */
const ROUNDS = isFullSet ? 10 : 2;
const CHANGES = 50 * ROUNDS;
/** Milliseconds that a call takes, by round: little or much waits at the moment of the kill. */
const DELAYS = [0, 20, 300, 1_000, 50];
const CLIENTS = 4;

/** Starts servers on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

/** The search template as a package whose calls take as long as a file says, also when it says something else meanwhile. */
function slowPlugin(folder: string, delayFile: string): string {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  for (const file of readdirSync(join(TEMPLATE, 'src'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(TEMPLATE, 'src', file), 'utf8'), {
      compilerOptions: options,
    });
    writeFileSync(join(dist, file.replace(/\.ts$/, '.js')), outputText);
  }
  writeFileSync(
    join(dist, 'slow.js'),
    `import { readFileSync } from 'node:fs';
     import { setTimeout as delay } from 'node:timers/promises';
     import template from './plugin.js';
     const slow = (work) => async (...values) => {
       const began = performance.now();
       const left = () => began + Number(readFileSync(${JSON.stringify(delayFile)}, 'utf8')) - performance.now();
       for (let wait = left(); wait > 0; wait = left()) await delay(Math.min(wait, 50));
       return work(...values);
     };
     const { search } = template.provides;
     export default {
       ...template,
       id: 'search-slow',
       provides: { search: { ...search, create: async (host) => {
         const backend = await search.create(host);
         const begin = backend.beginRebuild.bind(backend);
         return Object.assign(backend, { index: slow(backend.index.bind(backend)),
           remove: slow(backend.remove.bind(backend)),
           beginRebuild: async () => {
             const build = await begin();
             return { ...build, index: slow(build.index) };
           } });
       } } },
     };`,
  );
  const manifest = { name: '@acme/search-slow', version: '1.0.0', type: 'module', exports: './dist/slow.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, archivolt: { plugin: true } }));
  return folder;
}

describe('an external search engine', () => {
  let home: string;
  let copy: InstalledCopy;
  let database: TestDatabase;
  let pool: pg.Pool;
  let environment: Record<string, string>;
  let server: ReturnType<InstalledCopy['start']>;
  let api: ApiClient;
  let organizationId: string;
  /** Resolved while the server responds. */
  let presence = Promise.withResolvers<void>();

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'archivolt-delivery-'));
    takes(0);
    copy = new InstalledCopy(join(home, 'server'));
    copy.install(slowPlugin(join(home, 'search-slow'), join(home, 'delay')));
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    environment = {
      DATABASE_URL: database.url,
      DATA_DIR: join(home, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      PLUGINS_DISABLED: 'search-postgres,search-segments',
      PLUGINS_EXTERNAL: '@acme/search-slow',
      DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    };
    await start();
    api = await clientOfNewUser(`http://127.0.0.1:${environment['PORT']}`);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Delivery' });
    organizationId = body.organization.id;
  });
  afterAll(async () => {
    await end('SIGKILL');
    await pool.end();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const takes = (ms: number): void => writeFileSync(join(home, 'delay'), String(ms));
  const documents = () => `/api/organizations/${organizationId}/documents`;

  async function start(): Promise<void> {
    server = copy.start(SERVER, [], environment);
    await until(WITHIN_MS, 'the server to respond', async () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return (await fetch(`http://127.0.0.1:${environment['PORT']}/api/health`).catch(() => undefined))?.ok === true;
    });
    presence.resolve();
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    presence = Promise.withResolvers();
    server.child.kill(signal);
    await server.ended;
  }

  const waiting = async (): Promise<number> =>
    (await pool.query<{ count: number }>('select count(*)::int as count from search_change')).rows[0]?.count ?? -1;
  const delivered = () => until(WITHIN_MS, 'all changes to be delivered', async () => (await waiting()) === 0);

  it('an external engine that does not end its calls does not delay uploads', async () => {
    takes(FOREVER_MS);
    for (let number = 0; number < UPLOADS; number += 1) {
      const { status } = await api.upload(organizationId, { name: `letter ${number}.txt`, content: `word ${number}` });
      expect(status).toBe(200);
    }
    expect([indexedDocuments(), await waiting()]).toEqual([[], UPLOADS]);
    takes(0);
    await delivered();
    expect(indexedDocuments()).toHaveLength(UPLOADS);
    expect(indexedDocuments()).toEqual(await activeDocuments());
  });

  it('an external engine has every change after kill -9 of the server during changes, document by document', async () => {
    let acknowledged = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      takes(DELAYS[round % DELAYS.length] ?? 0);
      const goal = (CHANGES / ROUNDS) * round;
      const killAfter = acknowledged + Math.ceil(((goal - acknowledged) * (1 + (round % 4))) / 5);
      const stop = new AbortController();
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        changeUntilTheEnd(client, stop.signal, () => (acknowledged += 1)),
      );
      await until(WITHIN_MS, 'changes before the kill', () => acknowledged >= killAfter);
      const left = await waiting();
      await end('SIGKILL');
      await start();
      await until(WITHIN_MS, 'changes after the kill', () => acknowledged >= goal);
      stop.abort();
      await Promise.all(clients);
      await delivered();
      const active = await activeDocuments();
      console.info(
        `round ${round}: killed with ${left} changes waiting; ${acknowledged} changes, ${active.length} documents`,
      );
      expect(indexedDocuments()).toEqual(active);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(CHANGES);
  });

  it('an external engine is filled again after kill -9 in the middle of a rebuild', async () => {
    const index = new DatabaseSync(join(home, 'data/search-template/index.sqlite'), { timeout: 5_000 });
    index.exec('delete from entry where rowid in (select rowid from entry limit 10)');
    index.close();
    takes(FOREVER_MS); // it is killed before
    await pool.query(`update search_index set rebuild_reason = 'it was requested', rebuild_number = rebuild_number + 1,
      rebuild_after = null, rebuild_done = 0`);
    await until(WITHIN_MS, 'the rebuild to begin', async () => {
      const { rowCount } = await pool.query('select from search_index where rebuild_after is not null');
      return rowCount === 1;
    });
    await end('SIGKILL');
    expect(indexedDocuments()).not.toEqual(await activeDocuments());
    takes(0);
    await start();
    await until(WITHIN_MS, 'the rebuild to end', async () => {
      const { rowCount } = await pool.query('select from search_index where rebuild_reason is null');
      return rowCount === 1;
    });
    await delivered();
    expect(indexedDocuments()).toEqual(await activeDocuments());
  });

  /** Random changes of random documents; requests that the kill interrupts are repeated with another change. */
  async function changeUntilTheEnd(client: number, signal: AbortSignal, count: () => void): Promise<void> {
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];
    for (let step = 0; !signal.aborted; step += 1) {
      try {
        const { rows } = await pool.query<{ id: string; trashed: boolean; tag: string | null }>(
          `select d.id, d.deleted_at is not null as trashed,
             (select tag_id from document_tag where document_id = d.id limit 1) as tag
           from document d order by random() limit 1`,
        );
        const [document] = rows;
        if (!document) continue;
        const path = `${documents()}/${document.id}`;
        const word = `${client} ${step} ${Math.random().toString(36).slice(2)}`;
        const changes: (() => Promise<{ status: number }>)[] = [
          () => api.patch(path, { name: `name ${word}` }),
          () => api.patch(path, { content: `content ${word}` }),
          () => api.patch(path, { documentDate: `20${String(10 + (step % 80))}-03-04` }),
          () => (document.trashed ? api.post(`${path}/restore`) : api.delete(path)),
          () => api.upload(organizationId, { name: `${word}.txt`, content: word }),
          async () => {
            if (document.tag !== null) {
              const tag = `/api/organizations/${organizationId}/tags/${document.tag}`;
              return Math.random() < 0.5 ? api.delete(`${path}/tags/${document.tag}`) : api.delete(tag);
            }
            const made = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
              name: `tag ${word}`,
              color: '#FF0000',
            });
            return api.post(`${path}/tags`, { tagId: made.body.tag.id });
          },
        ];
        const { status } = (await pick(changes)?.()) ?? { status: 0 };
        if (status >= 200 && status < 300) count();
      } catch {
        await presence.promise; // the server is away
      }
    }
  }

  interface Entry {
    id: string;
    organization: string;
    name: string;
    content: string;
    created: number;
    updated: number;
    dated: number | null;
    tags: string;
  }

  function indexedDocuments(): Entry[] {
    const index = new DatabaseSync(join(home, 'data/search-template/index.sqlite'), { readOnly: true });
    try {
      return index
        .prepare(
          `select id, organization, name, content, created, updated, dated,
             coalesce((select group_concat(tag, ' ' order by tag) from tag where entry = e.id), '') as tags
           from entry e order by id`,
        )
        .all()
        .map((row) => ({ ...row }) as unknown as Entry);
    } finally {
      index.close();
    }
  }

  async function activeDocuments(): Promise<Entry[]> {
    const { rows } = await pool.query<
      Omit<Entry, 'created' | 'dated' | 'updated'> & Record<'created' | 'updated', Date> & { dated: Date | null }
    >(
      `select id, organization_id as organization, name, content, created_at as created, updated_at as updated,
         document_date as dated,
         coalesce((select string_agg(tag_id, ' ' order by tag_id) from document_tag where document_id = d.id), '') as tags
       from document d where deleted_at is null order by id`,
    );
    const folded = (text: string) => foldedText(indexedWords(text));
    return rows.map((row) => ({
      ...row,
      name: folded(row.name),
      content: folded(row.content),
      created: row.created.getTime(),
      updated: row.updated.getTime(),
      dated: row.dated?.getTime() ?? null,
    }));
  }
});
