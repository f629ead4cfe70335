import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PluginsConfig } from '#config/plugins';
import { ServerConfig } from '#config/server';
import { CreateApiKey, CreateUser } from '#people/auth';
import { PERMISSIONS } from '#ground/http-kit';
import { migrateInstallation, openInstallation } from '#operation/installation';
import { SearchIndexStatus, type SearchIndexReport } from '#capabilities/search';
import { startServer, type RunningServer } from '../../apps/server/src/start-server.js';
import { ApiClient } from '../support/api-client.js';
import { createMigratedDatabase, type TestDatabase } from '../support/database.js';
import { moveTime } from '../support/movable-time.js';
import { TABLE_SEARCH, TableSearchUse, tableSearch } from '../support/table-search.js';
import { TestClock } from '../support/test-clock.js';
import { shortPause, until } from '../support/until.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WITHIN_MS = 120_000;
const USUAL = 'search-segments';
const LETTERS = 40;
/** After it every process looks again which index answers, and which step comes next. */
const STEP_MS = 2_000;

/** A process of the installation, with its own settings. */
interface Process extends RunningServer {
  api: ApiClient;
  use: TableSearchUse;
  clock: TestClock;
}

describe('a switch between two search plugins of the database', () => {
  let database: TestDatabase;
  let dataDir: string;
  let pool: pg.Pool;
  let token = '';
  let organizationId: string;
  const processes = new Set<Process>();
  const ids: string[] = [];
  let a: Process;
  let b: Process;
  /** How far the time of the database and of all processes is ahead. */
  let movedMs = 0;

  async function start(
    plugin: string,
    { hasTable = true, works = true, use = new TableSearchUse() } = {},
  ): Promise<Process> {
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: database.url };
    const installation = await openInstallation({ ...settings, DATABASE_POOL_SIZE: '8' }, 'guest', silent);
    installation.config(ServerConfig).port = 0;
    installation.config(PluginsConfig).search = plugin;
    if (hasTable) installation.plugins.push(tableSearch(use));
    await migrateInstallation(installation);
    const clock = new TestClock();
    clock.advance(movedMs);
    const started = await startServer(installation, { pollsForWork: works, clock });
    const process = { ...started, api: new ApiClient(started.address ?? '', token), use, clock };
    processes.add(process);
    return process;
  }

  async function stop(process: Process): Promise<void> {
    processes.delete(process);
    await process.close();
  }

  /** The process that was started last authenticates the requests of all that share this one's memory: it must not stop. */
  async function replaceB(next: Process): Promise<void> {
    await stop(b);
    b = next;
  }

  const path = () => `/api/organizations/${organizationId}/documents`;
  const found = async (process: Process, query: string): Promise<string[]> => {
    const { status, body } = await process.api.get<{ documents: { name: string }[] }>(
      `${path()}?searchQuery=${encodeURIComponent(query)}&pageSize=100`,
    );
    return status === 200 ? body.documents.map(({ name }) => name).sort() : [`status ${status}`];
  };
  const status = (process: Process): Promise<SearchIndexReport> =>
    process.app.get(SearchIndexStatus, { strict: false }).read();
  let last: Promise<unknown> = Promise.resolve();
  /** A search that is under way when the time is moved would seem to take seconds, so neither begins during the other. */
  function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }
  const moveOn = () =>
    oneAtATime(async () => {
      movedMs += STEP_MS;
      await moveTime(database.url, movedMs);
      for (const { clock } of processes) clock.advance(STEP_MS);
    });
  const state = (what: string, isReached: (report: SearchIndexReport) => boolean) =>
    until(WITHIN_MS, what, async () => {
      if (isReached(await status([...processes][0] ?? a))) return true;
      await moveOn();
      return false;
    });
  const upload = async (process: Process, name: string, content: string): Promise<string> => {
    const { status, body } = await process.api.upload(organizationId, { name, content, type: 'text/plain' });
    expect(status).toBe(200);
    return body.document.id;
  };
  const rows = async (sql: string): Promise<string[]> =>
    (await pool.query<{ row: string }>(sql)).rows.map(({ row }) => row);
  const active = () => rows('select id as row from document where deleted_at is null order by id');
  const tableRows = () => rows('select id as row from search_table_document order by id');
  const usualRows = () => rows('select document_id as row from search_segments_text order by document_id');

  /** A transaction that has begun before an index is filled, and may have written into the old one only. */
  async function olderTransaction(): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    return () => client.end();
  }

  const noticed = async () => {
    const { rolesChangedAt } = await status(b);
    const time = `'${rolesChangedAt.toISOString()}'::timestamptz + interval '7 s'`;
    while ((await rows(`select 'yes' as row where now() > ${time}`)).length === 0) await moveOn();
    for (let looks = 0; looks < 3; looks += 1) await moveOn();
  };

  /** Asks both processes again and again; ends with the answers that were not complete. */
  function watch(query: string, count: number): () => Promise<string[]> {
    const stopped = new AbortController();
    const wrong: string[] = [];
    let answers = 0;
    const asking = (async () => {
      while (!stopped.signal.aborted) {
        for (const process of [a, b]) {
          const names = await oneAtATime(() => found(process, query));
          answers += 1;
          await shortPause();
          if (names.length !== count) wrong.push(`${names.length} of ${count}: ${names[0]}`);
        }
      }
    })();
    return async () => {
      stopped.abort();
      await asking;
      expect(answers).toBeGreaterThan(10);
      return wrong;
    };
  }

  /** Changes a document through each process; each change is found by both at once. Returns the documents. */
  async function changeEverywhere(word: string): Promise<string[]> {
    const changed: string[] = [];
    for (const [process, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const name = `${word}${process === a ? 'a' : 'b'}`;
      const id = await upload(process, `new ${name}`, `${name} text`);
      changed.push(id);
      for (const each of [process, other]) expect(await found(each, `name:${name}`)).toEqual([`new ${name}`]);
      await process.api.patch(`${path()}/${id}`, { name: `renamed ${name}`, content: `content${name}` });
      for (const each of [process, other])
        expect(await found(each, `renamed content:content${name}`)).toEqual([`renamed ${name}`]);
      await other.api.delete(`${path()}/${id}`);
      for (const each of [process, other]) expect(await found(each, `name:${name}`)).toEqual([]);
      await process.api.post(`${path()}/${id}/restore`);
      for (const each of [process, other]) expect(await found(each, `name:${name}`)).toEqual([`renamed ${name}`]);
    }
    return changed;
  }

  beforeAll(async () => {
    database = await createMigratedDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    dataDir = mkdtempSync(join(tmpdir(), 'archivolt-switch-'));
    a = await start(USUAL);
    const account = { email: 'ada@example.com', password: 'correct horse' };
    const { userId } = await a.app.get(CreateUser, { strict: false }).execute(account);
    const key = { userId, name: 'test', permissions: PERMISSIONS };
    ({ token } = await a.app.get(CreateApiKey, { strict: false }).execute(key));
    a.api = new ApiClient(a.address ?? '', token);
    organizationId = (await a.api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Switch' })).body
      .organization.id;
    for (let number = 1; number <= LETTERS; number += 1)
      ids.push(await upload(a, `letter ${number}.txt`, `walrus number ${number}`));
    await until(WITHIN_MS, 'the texts', async () => (await found(a, 'content:walrus')).length === LETTERS);
  });
  afterAll(async () => {
    for (const process of processes) await process.close();
    await pool.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('search answers completely from the old index until the new one is complete, with different settings', async () => {
    const gate = Promise.withResolvers<void>();
    const use = new TableSearchUse();
    use.beforeIndex = (documents) => (documents.some(({ id }) => id === ids[20]) ? gate.promise : Promise.resolve());
    b = await start(TABLE_SEARCH, { use });
    const ended = watch('content:walrus', LETTERS);
    await state('the rest of the documents', ({ rebuildDone }) => rebuildDone > LETTERS / 2);
    expect(await status(a)).toMatchObject({ pluginId: TABLE_SEARCH, answeringPluginId: USUAL });
    await changeEverywhere('during');
    expect([a.use.searches, b.use.searches]).toEqual([0, 0]);
    gate.resolve();
    await state('the switch', ({ answeringPluginId }) => answeringPluginId === null);
    await changeEverywhere('after');
    expect(await tableRows()).toEqual(await active());
    await state('the old index to be removed', ({ leftPluginId }) => leftPluginId === null);
    await changeEverywhere('later');
    expect(await ended()).toEqual([]);
    expect(await tableRows()).toEqual(await active());
    expect(await usualRows()).toEqual([]);
    expect(a.use.searches).toBeGreaterThan(0);
    expect(b.use.searches).toBeGreaterThan(0);
  });

  it('a switch can return in the middle to the plugin that answers, whose index is complete', async () => {
    const end = await olderTransaction();
    await stop(a);
    a = await start(USUAL);
    const ended = watch('content:walrus', LETTERS);
    await changeEverywhere('forth');
    await noticed();
    // It does not begin while a transaction runs that may have written into the old index only.
    expect(await status(a)).toMatchObject({
      pluginId: USUAL,
      answeringPluginId: TABLE_SEARCH,
      rebuildAfter: null,
      rebuildDone: 0,
    });
    // For two seconds after the switch, the other process may have written into the old index only.
    const changed = await changeEverywhere('noticed');
    expect(await usualRows()).toEqual(expect.arrayContaining(changed));
    const c = await start(TABLE_SEARCH);
    expect(await status(c)).toMatchObject({ pluginId: TABLE_SEARCH, answeringPluginId: null, rebuildReason: null });
    await end();
    await changeEverywhere('back');
    await state('the unfinished index to be removed', ({ leftPluginId }) => leftPluginId === null);
    await changeEverywhere('again');
    expect(await ended()).toEqual([]);
    await replaceB(c);
    expect(await tableRows()).toEqual(await active());
    expect(await usualRows()).toEqual([]);
  });

  it('fills the index again when a process without its plugin has changed documents', async () => {
    const c = await start(USUAL, { hasTable: false, works: false });
    const id = await upload(c, 'foreign.txt', 'manatee');
    expect(await status(b)).toMatchObject({ rebuildReason: expect.stringContaining(`without ${TABLE_SEARCH}`) });
    await replaceB(await start(TABLE_SEARCH));
    await stop(c);
    await state('the index', ({ rebuildReason }) => rebuildReason === null);
    expect(await tableRows()).toContain(id);
    expect(await found(b, 'name:foreign')).toEqual(['foreign.txt']);
    expect(await tableRows()).toEqual(await active());
  });

  it('the switch continues with every change that either process made in between', async () => {
    await stop(a);
    a = await start(USUAL);
    await changeEverywhere('then');
    await state('the switch', ({ answeringPluginId }) => answeringPluginId === null);
    expect(await usualRows()).toEqual(await active());
    await state('the old index to be removed', ({ leftPluginId }) => leftPluginId === null);
    expect(await tableRows()).toEqual([]);
  });
});
