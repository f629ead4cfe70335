import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line no-restricted-syntax -- clients that are slow on purpose: the servers that start need the processor
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isFullSet, sample } from '../support/sample.js';
import { InstalledCopy } from '../plugins/installed-copy.js';
import { clientOfNewUser, freePort, until } from './server-process.js';

const SERVER = 'dist/apps/server/src/main.js';
const CLI = 'dist/apps/cli/src/main.js';
const WITHIN_MS = 240_000;
const LETTERS = 30;
/** Not searched for; they take time to be indexed. */
const OTHERS = isFullSet ? 1_600 : 600;
const CLIENTS = 2;
/** Between the steps of a client. */
const PAUSE_MS = 100;

/** Starts servers on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

/** A search plugin in this database whose writes take a moment, so that a kill meets them. */
const PLUGIN = `
import { foldedNeedle, foldedText, foldWords } from '@archivolt/plugin-kit';
import { setTimeout as delay } from 'node:timers/promises';
const matches = (row, tree) => {
  switch (tree.kind) {
    case 'all': return true;
    case 'and': return tree.children.every((child) => matches(row, child));
    case 'or': return tree.children.some((child) => matches(row, child));
    case 'not': return !matches(row, tree.child);
    case 'text':
      return tree.fields.some((field) => foldedText(foldWords(row[field])).includes(foldedNeedle(tree.words)));
    case 'tag': return tree.tagIds.some((id) => row.tags.includes(id));
    case 'date': {
      const value = tree.field === 'createdAt' && row.created_at;
      return value && !(tree.from && value < tree.from) && !(tree.before && value >= tree.before);
    }
    default: throw new Error(\`no query of this test asks for \${tree.kind}\`);
  }
};
const COLUMNS = { createdAt: 'd.created_at', name: 'd.name_sort_key', updatedAt: 'd.updated_at' };
const find = async (sql, { organizationId, tree, sort = { field: 'createdAt', order: 'asc' } }) =>
  (await sql.query(\`select o.*, d.created_at,
      array(select tag_id from document_tag t where t.document_id = d.id) as tags
    from search_other_document o join document d on d.id = o.id where o.organization_id = $1
    order by \${COLUMNS[sort.field]} \${sort.order}, d.created_at \${sort.order}, d.id \${sort.order}\`, [organizationId]))
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

/** The documents of each index, and what must be empty when it is not used any more. */
const INDEXED: Record<string, string> = {
  'search-postgres': 'select document_id as row from search_postgres_document order by document_id',
  'search-segments': 'select document_id as row from search_segments_text order by document_id',
  'search-other': 'select id as row from search_other_document order by id',
};
const TABLES: Record<string, readonly string[]> = {
  'search-postgres': ['search_postgres_document', 'search_postgres_text'],
  'search-segments': ['segment', 'block', 'tail', 'text', 'build'].map((name) => `search_segments_${name}`),
  'search-other': ['search_other_document'],
};
const SWITCHES = [
  ['search-segments', 'search-postgres'],
  ['search-postgres', 'search-segments'],
  ['search-segments', 'search-other'],
] as const;
/** Each begins where the one before ended; the gate makes one of them. */
const CHOSEN = sample(SWITCHES, 1, String);
/** All of them find letters only. */
const QUERIES = [
  'name:walrus',
  'content:"walrus number 1"',
  'content:walrus -content:7',
  'name:walrus (content:11 OR content:22 OR content:sea3)',
  'name:walrus tag:Sea',
  'name:walrus -tag:Sea content:number',
  'content:walrus created:>2020-01-01 NOT content:number4',
];

interface State {
  plugin_id: string;
  answering_plugin_id: string | null;
  left_plugin_id: string | null;
  left_is_written: boolean;
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
      PLUGINS_EXTERNAL: '@acme/search-other',
      SEARCH_PLUGIN: CHOSEN[0]?.[0] ?? '',
      DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    };
    await start();
    api = await clientOfNewUser(`http://127.0.0.1:${environment['PORT']}`);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Switch' });
    organizationId = body.organization.id;
    const organization = `/api/organizations/${organizationId}`;
    const tag = await api.post<{ tag: { id: string } }>(`${organization}/tags`, { name: 'Sea', color: '#123456' });
    for (let number = 1; number <= LETTERS; number += 1) {
      const { body: uploaded } = await api.upload(organizationId, {
        name: `walrus ${number}`,
        content: `file ${number}`,
      });
      const letter = `${documents()}/${uploaded.document.id}`;
      await api.patch(letter, { content: `walrus number ${number} number${number} of sea${number % 5}` });
      if (number % 3 === 0) await api.post(`${letter}/tags`, { tagId: tag.body.tag.id });
    }
    await pool.query(
      `with given as (select 'doc_' || lpad(n::text, 24, 'o') as id from generate_series(1, ${String(OTHERS)}) n),
       files as (insert into stored_file (storage_key, state) select id, 'committed' from given)
       insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, content)
       select id, now(), now(), $1, id, 10, id, id, 'other', 'other', 'text/plain', 'completed', repeat(id || ' ', 40)
       from given`,
      [organizationId],
    );
    // They are in no index yet.
    await copy.run(CLI, ['search', 'reindex'], environment);
    // A new database is one of search-segments, whose index is removed first where the switch begins with another.
    await until(WITHIN_MS, 'one index to be left', async () => (await state()).left_plugin_id === null);
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
      `select plugin_id, answering_plugin_id, left_plugin_id, left_is_written,
         (select coalesce(sum(p.done), 0)::int from search_rebuild_part p where p.rebuild_number = i.rebuild_number) as done
       from search_index i`,
    );
    return rows[0] ?? Promise.reject(new Error('the table search_index has one row'));
  };
  const rows = async (sql: string): Promise<string[]> =>
    (await pool.query<{ row: string }>(sql)).rows.map(({ row }) => row);

  /**
   * Changes documents and asks for the letters, until the end. Returns the answers that were not complete, and those that
   * a server gave although it could not do what it was asked for.
   */
  async function changeAndAsk(client: number, signal: AbortSignal, word: string): Promise<string[]> {
    const wrong: string[] = [];
    const answered = async <Body>(request: Promise<{ status: number; body: Body }>): Promise<Body> => {
      const { status, body } = await request;
      if (status >= 300) wrong.push(`${status} ${JSON.stringify(body)}`);
      return body;
    };
    const count = async (name: string): Promise<number> =>
      (await answered(api.get<{ documentsCount: number }>(`${documents()}?searchQuery=name:${name}`))).documentsCount;
    for (let step = 0; !signal.aborted; step += 1) {
      try {
        const name = `${word}${client}x${step}x`;
        const { document } = await answered(api.upload(organizationId, { name: `${name}.txt`, content: name }));
        const path = `${documents()}/${document.id}`;
        if ((await count(name)) !== 1) wrong.push(`${name} is not found`);
        if (step % 3 === 0) await answered(api.delete(path));
        if (step % 3 === 1) await answered(api.patch(path, { name: `later ${name}` }));
        if (step % 6 === 0) await answered(api.post(`${path}/restore`));
        if (step % 6 === 3) await answered(api.delete(`${documents()}/trash/${document.id}`));
        const letters = await count('walrus');
        if (letters !== LETTERS) wrong.push(`${letters} letters`);
      } catch {
        // The server is away.
      }
      await delay(PAUSE_MS);
    }
    return wrong;
  }

  /** What the queries find, in several orders. */
  async function answers(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const query of QUERIES) {
      for (const order of ['', '&sortField=name&sortOrder=asc', '&sortField=updatedAt&sortOrder=desc']) {
        const { status, body } = await api.get<{ documents: { id: string }[]; documentsCount: number }>(
          `${documents()}?pageSize=25&searchQuery=${encodeURIComponent(query)}${order}`,
        );
        if (status !== 200) throw new Error(`${query} was answered with ${status}:\n${server.output()}`);
        expect(body.documentsCount).toBeGreaterThan(0);
        found.push([query, order, body.documentsCount, body.documents.map(({ id }) => id)]);
      }
    }
    return found;
  }

  it.each(CHOSEN)(
    'search answers completely all the time from %s and then from %s, and leaves nothing behind',
    async (from, to) => {
      expect(await state()).toMatchObject({ plugin_id: from, answering_plugin_id: null, left_plugin_id: null });
      const before = await answers();
      await kill();
      environment['SEARCH_PLUGIN'] = to;
      const stop = new AbortController();
      const word = to.replace('-', '');
      const clients = Array.from({ length: CLIENTS }, (_, client) => changeAndAsk(client, stop.signal, word));
      const isAnswering = ({ plugin_id: plugin, answering_plugin_id: answering }: State) =>
        plugin === to && answering === null;
      const writesOne = (state: State) => isAnswering(state) && !state.left_is_written;
      const moments: [what: string, isReached: (state: State) => boolean][] = [
        ['the old index answers', ({ answering_plugin_id: answering }) => answering === from],
        ['some documents are indexed', ({ done }) => done > OTHERS / 3],
        ['the new index answers', isAnswering],
        ['the old index is not written any more', writesOne],
      ];
      // The gate kills the server at two of them, the full set at each.
      for (const [what, isReached] of sample(moments, 2, ([what]) => `${to}: ${what}`)) {
        await start();
        await until(WITHIN_MS, what, async () => isReached(await state()));
        await kill();
      }
      await start();
      // Also null as long as the old index answers.
      const hasLeft = (state: State) => isAnswering(state) && state.left_plugin_id === null;
      await until(WITHIN_MS, 'the old index to be removed', async () => hasLeft(await state()));
      stop.abort();
      expect((await Promise.all(clients)).flat()).toEqual([]);
      expect(await answers()).toEqual(before);
      const active = await rows('select id as row from document where deleted_at is null order by id');
      expect(active.length).toBeGreaterThan(LETTERS + OTHERS);
      expect(await rows(INDEXED[to] ?? '')).toEqual(active);
      for (const table of TABLES[from] ?? []) {
        expect({ table, rows: await rows(`select 'left' as row from ${table}`) }).toEqual({ table, rows: [] });
      }
    },
  );
});
