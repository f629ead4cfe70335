import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { InstalledCopy } from '../plugins/installed-copy.js';
import { freePort, until } from './server-process.js';

const SERVER = 'dist/apps/server/src/main.js';
const CLI = 'dist/apps/cli/src/main.js';
const WITHIN_MS = 240_000;
const LETTERS = 60;
const CLIENTS = 2;

/** Starts servers on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

/** A search plugin in this database whose writes take a moment, so that a kill meets them. */
const PLUGIN = `
import { foldedNeedle, foldedText, foldWords } from '@archivolt/plugin-kit';
import { setTimeout as delay } from 'node:timers/promises';
const matches = (row, tree) => {
  if (tree.kind === 'all') return true;
  if (tree.kind === 'and') return tree.children.every((child) => matches(row, child));
  if (tree.kind !== 'text') throw new Error('not needed here');
  return tree.fields.some((field) => foldedText(foldWords(row[field])).includes(foldedNeedle(tree.words)));
};
const find = async (sql, { organizationId, tree }) =>
  (await sql.query('select * from search_other_document where organization_id = $1 order by id', [organizationId]))
    .filter((row) => matches(row, tree)).map(({ id }) => id);
export default {
  id: 'search-other',
  contract: 2,
  migrations: [{ name: '0001-document', up: \`create table search_other_document (
    id text collate "C" primary key, organization_id text, name text, content text, notes text)\` }],
  provides: { search: { transactional: true, indexVersion: 1, create: ({ sql: pool }) => ({
    index: async (documents, sql) => {
      await delay(100);
      for (const { id, organizationId, name, content, notes } of documents)
        await sql.query(\`insert into search_other_document values ($1, $2, $3, $4, $5)
          on conflict (id) do update set name = $3, content = $4, notes = $5\`, [id, organizationId, name, content, notes]);
    },
    remove: async (ids, sql) => {
      await sql.query('delete from search_other_document where id = any($1::text[])', [ids]);
    },
    clear: async (sql) => {
      await sql.query('delete from search_other_document');
    },
    search: async (request) => {
      const ids = await find(pool, request);
      const start = request.pageIndex * request.pageSize;
      return { ids: ids.slice(start, start + request.pageSize), count: ids.length };
    },
    async *matchIds(request) {
      yield await find(pool, request);
    },
  }) } },
};`;

interface State {
  plugin_id: string;
  answering_plugin_id: string | null;
  left_plugin_id: string | null;
  done: number;
}

describe('a switch to another search plugin that is killed again and again', () => {
  let home: string;
  let copy: InstalledCopy;
  let database: TestDatabase;
  let pool: pg.Pool;
  let environment: Record<string, string>;
  let server: ReturnType<InstalledCopy['start']>;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'archivolt-switch-crash-'));
    const folder = join(home, 'search-other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'plugin.js'), PLUGIN);
    const manifest = { name: '@acme/search-other', version: '1.0.0', type: 'module', exports: './plugin.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, archivolt: { plugin: true } }));
    copy = new InstalledCopy(join(home, 'server'));
    copy.install(folder);
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    environment = {
      DATABASE_URL: database.url,
      DATA_DIR: join(home, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      SEARCH_PLUGIN: 'search-postgres',
      PLUGINS_EXTERNAL: '@acme/search-other',
      DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    };
    await start();
    const email = 'ada@example.com';
    await copy.run(CLI, ['user', 'create', '--email', email], environment);
    const token = (await copy.run(CLI, ['api-key', 'create', '--email', email], environment)).output.trim();
    api = new ApiClient(`http://127.0.0.1:${environment['PORT']}`, token);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Switch' });
    organizationId = body.organization.id;
    for (let number = 1; number <= LETTERS; number += 1)
      await api.upload(organizationId, { name: `walrus ${number}.txt`, content: `walrus ${number}` });
  });
  afterAll(async () => {
    await kill();
    await pool.end();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const documents = () => `/api/organizations/${organizationId}/documents`;

  async function start(): Promise<void> {
    server = copy.start(SERVER, [], environment);
    await until(WITHIN_MS, 'the server to respond', async () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return (await fetch(`http://127.0.0.1:${environment['PORT']}/api/health`).catch(() => undefined))?.ok === true;
    });
  }

  async function kill(): Promise<void> {
    server.child.kill('SIGKILL');
    await server.ended;
  }

  const state = async (): Promise<State> => {
    const { rows } = await pool.query<State>(
      `select plugin_id, answering_plugin_id, left_plugin_id,
         (select coalesce(sum(done), 0)::int from search_rebuild_part) as done from search_index`,
    );
    return rows[0] ?? Promise.reject(new Error('the table search_index has one row'));
  };
  const rows = async (sql: string): Promise<string[]> =>
    (await pool.query<{ row: string }>(sql)).rows.map(({ row }) => row);

  /** Changes documents and asks for the letters, until the end; returns the answers that were not complete. */
  async function changeAndAsk(client: number, signal: AbortSignal, word: string): Promise<string[]> {
    const wrong: string[] = [];
    for (let step = 0; !signal.aborted; step += 1) {
      try {
        const name = `${word}${client}x${step}x`;
        const { body } = await api.upload(organizationId, { name: `${name}.txt`, content: name });
        const found = await api.get<{ documentsCount: number }>(`${documents()}?searchQuery=name:${name}`);
        if (found.status === 200 && found.body.documentsCount !== 1) wrong.push(`${name} is not found`);
        if (step % 3 === 0) await api.delete(`${documents()}/${body.document.id}`);
        if (step % 3 === 1) await api.patch(`${documents()}/${body.document.id}`, { name: `later ${name}` });
        const letters = await api.get<{ documentsCount: number }>(`${documents()}?searchQuery=name:walrus`);
        if (letters.status === 200 && letters.body.documentsCount !== LETTERS)
          wrong.push(`${letters.body.documentsCount} letters`);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50)); // the server is away
      }
    }
    return wrong;
  }

  it('answers completely all the time, and ends with every document in the new index and none in the old one', async () => {
    await kill();
    environment['SEARCH_PLUGIN'] = 'search-other';
    const stop = new AbortController();
    const clients = Array.from({ length: CLIENTS }, (_, client) => changeAndAsk(client, stop.signal, 'word'));
    const moments: [what: string, isReached: (state: State) => boolean][] = [
      ['the old index answers', ({ answering_plugin_id: answering }) => answering === 'search-postgres'],
      ['some documents are indexed', ({ done }) => done > 5],
      ['more documents are indexed', ({ done }) => done > LETTERS / 2],
      [
        'the new index answers',
        ({ plugin_id: plugin, answering_plugin_id: answering }) => plugin === 'search-other' && answering === null,
      ],
    ];
    for (const [what, isReached] of moments) {
      await start();
      await until(WITHIN_MS, what, async () => isReached(await state()));
      await kill();
    }
    await start();
    await until(WITHIN_MS, 'the old index to be removed', async () => (await state()).left_plugin_id === null);
    stop.abort();
    expect((await Promise.all(clients)).flat()).toEqual([]);
    const active = await rows(`select id || ' ' || name as row from document where deleted_at is null order by id`);
    expect(active.length).toBeGreaterThan(LETTERS);
    expect(await rows(`select id || ' ' || name as row from search_other_document order by id`)).toEqual(active);
    expect(await rows('select document_id as row from search_postgres_document')).toEqual([]);
    expect(await rows('select id::text as row from search_postgres_text')).toEqual([]);
  });
});
