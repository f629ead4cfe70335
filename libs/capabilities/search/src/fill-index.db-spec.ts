import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchText, Sql, TransactionalSearchBackend } from '@archivolt/plugin-kit';
import { DataConfig } from '#config/data';
import type { Lease } from '#ground/database';
import { createId } from '#ground/kernel';
import { TextThreads } from './text-threads.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { untilTrue } from '../../../../test/support/until.js';
import { ContentPreparation } from './content-preparation.js';
import { FillIndex } from './fill-index.js';
import { IndexStateRepository } from './index-state.repository.js';
import { RebuildPartsRepository } from './rebuild-parts.repository.js';
import { SearchEngine } from './search-engine.js';
import { SettledRoles } from './settled-roles.js';

const DOCUMENTS = 1_000;
const threads = new TextThreads();

let database: OpenDatabase;
let state: IndexStateRepository;
let parts: RebuildPartsRepository;
let backend: RecordingBackend;
let organizationId: string;

/** Keeps what it gets in a table, and counts how often. */
class RecordingBackend implements Pick<TransactionalSearchBackend, 'clear' | 'index' | 'isBehind' | 'maintain'> {
  calls = 0;
  /** How often it still says that it is behind. */
  behind = 0;
  /** Calls of `index` that came while it was behind. */
  tooEarly = 0;
  /** Why the index was being rebuilt when it was maintained. */
  maintainedDuring: (string | null)[] = [];
  /** Called within the transaction, before documents are written. */
  beforeIndex: (call: number) => Promise<void> = () => Promise.resolve();

  async index(documents: readonly SearchText[], sql: Sql): Promise<void> {
    this.calls += 1;
    if (this.behind > 0) this.tooEarly += 1;
    await this.beforeIndex(this.calls);
    await sql.query('insert into indexed (id, name) select * from unnest($1::text[], $2::text[])', [
      documents.map(({ id }) => id),
      documents.map(({ name }) => name),
    ]);
  }

  isBehind(): Promise<boolean> {
    this.behind = Math.max(0, this.behind - 1);
    return Promise.resolve(this.behind > 0);
  }

  async maintain(): Promise<void> {
    this.maintainedDuring.push((await state.read()).rebuildReason);
  }

  async clear(sql: Sql): Promise<void> {
    await sql.query('delete from indexed');
  }
}

/** As a process has it that has just started. */
function aProcess(): FillIndex {
  const engine = new SearchEngine({
    pluginId: 'search-segments',
    declaration: { transactional: true, indexVersion: 1, create: () => backend as never },
    open: () => Promise.resolve(backend as never),
    timeoutMs: 1_000,
  });
  const preparation = new ContentPreparation(threads);
  return new FillIndex(
    database.unitOfWork,
    engine,
    state,
    parts,
    preparation,
    new SettledRoles(state),
    Object.assign(new DataConfig(), { poolSize: 8 }),
  );
}

async function withLease<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const lease = await database.leases.hold('search index', new AbortController().signal);
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** Steps until the rebuild has ended or fails. */
async function fill(process: FillIndex, signal = new AbortController().signal): Promise<void> {
  await withLease(async (lease) => {
    for (let now = await state.read(); now.rebuildReason !== null && !signal.aborted; now = await state.read())
      await process.execute(lease, now, signal);
  });
}

const indexed = async (): Promise<{ id: string; name: string }[]> =>
  (await database.pool.query<{ id: string; name: string }>('select id, name from indexed order by id')).rows;
const active = async (): Promise<{ id: string; name: string }[]> =>
  (
    await database.pool.query<{ id: string; name: string }>(
      'select id, name from document where deleted_at is null order by id',
    )
  ).rows;

beforeAll(async () => {
  database = await openDatabase();
  state = new IndexStateRepository(database.unitOfWork);
  parts = new RebuildPartsRepository(database.unitOfWork);
  await database.pool.query('create table indexed (id text, name text)');
  ({ organizationId } = await database.anOrganization());
  const ids = Array.from({ length: DOCUMENTS }, () => createId('doc'));
  await database.pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [
    ids,
  ]);
  await database.pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status)
     select id, now(), now(), $2, 'a', 1, id, id, 'a', 'a', 'text/plain', 'completed' from unnest($1::text[]) id`,
    [ids, organizationId],
  );
});
afterAll(async () => {
  await threads.onApplicationShutdown();
  await database.close();
});
beforeEach(async () => {
  backend = new RecordingBackend();
  await database.pool.query('delete from indexed');
  await state.requestRebuild('it was requested');
});

describe('FillIndex', () => {
  it('the plugin brings its index into order before the rebuild has ended', async () => {
    await fill(aProcess());
    expect(backend.maintainedDuring).toEqual([expect.any(String)]);
    expect((await state.read()).rebuildReason).toBeNull();
  });

  it('indexes every active document once, in parts, and counts them', async () => {
    const [first] = await active();
    await database.pool.query('update document set deleted_at = now() where id = $1', [first?.id]);
    await fill(aProcess());
    expect(await indexed()).toEqual(await active());
    expect(await state.read()).toMatchObject({ rebuildReason: null, rebuildDone: DOCUMENTS - 1 });
    expect(backend.calls).toBeGreaterThanOrEqual(16);
    await database.pool.query('update document set deleted_at = null');
  });

  it('filling waits while the plugin is behind with its work in the background', async () => {
    backend.behind = 7;
    await fill(aProcess());
    expect(backend).toMatchObject({ behind: 0, tooEarly: 0 });
    expect(await indexed()).toEqual(await active());
  });

  it('filling continues where a killed process ended, and indexes no document twice', async () => {
    backend.beforeIndex = (call) => (call > 7 ? Promise.reject(new Error('killed')) : Promise.resolve());
    await expect(fill(aProcess())).rejects.toThrow('killed');
    const before = (await indexed()).length;
    const { rebuildDone } = await state.read();
    expect(before).toBeGreaterThan(0);
    expect([rebuildDone, before]).toEqual([before, before]);
    backend.beforeIndex = () => Promise.resolve();
    await fill(aProcess());
    expect(await indexed()).toEqual(await active());
  });

  it('stops between two chunks when the process is asked to end', async () => {
    const end = new AbortController();
    backend.beforeIndex = async (call) => {
      if (call === 5) end.abort();
    };
    await fill(aProcess(), end.signal);
    const { rebuildReason, rebuildDone } = await state.read();
    expect([rebuildReason, rebuildDone]).toEqual(['it was requested', (await indexed()).length]);
    expect(rebuildDone).toBeLessThan(DOCUMENTS);
    await fill(aProcess());
    expect(await indexed()).toEqual(await active());
  });

  it('indexes the latest state of a document that was changed or trashed after it was read', async () => {
    const lock = parts.lock.bind(parts);
    let changed: string | undefined;
    parts.lock = async (sql, ids) => {
      if (changed === undefined) {
        changed = ids[0];
        await database.pool.query(`update document set name = 'later' where id = $1`, [changed]);
        await database.pool.query('update document set deleted_at = now() where id = $1', [ids[1]]);
      }
      return lock(sql, ids);
    };
    await fill(aProcess());
    parts.lock = lock;
    expect(await indexed()).toEqual(await active());
    expect(await indexed()).toContainEqual({ id: changed, name: 'later' });
    expect((await indexed()).length).toBe(DOCUMENTS - 1);
    await database.pool.query('update document set deleted_at = null');
  });

  it('filling begins again when another rebuild is requested in the meantime', async () => {
    backend.beforeIndex = async (call) => {
      if (call !== 6) return;
      await state.requestRebuild('it was requested again');
      await database.pool.query('delete from indexed');
    };
    const numberBefore = (await state.read()).rebuildNumber;
    await fill(aProcess());
    expect((await state.read()).rebuildNumber).toBe(numberBefore + 1);
    expect(new Set((await indexed()).map(({ id }) => id))).toEqual(new Set((await active()).map(({ id }) => id)));
  });

  it('filling by a process that has lost its lease writes nothing more', async () => {
    backend.beforeIndex = async (call) => {
      if (call === 3) await database.pool.query(`update lease set number = number + 1, holder = 'another'`);
    };
    const before = async () => (await indexed()).length;
    await expect(fill(aProcess())).rejects.toThrow('the lease of "search index"');
    const written = await before();
    expect(written).toBeLessThan(DOCUMENTS);
    expect((await state.read()).rebuildReason).not.toBeNull();
    await database.pool.query('update lease set holder = null, expires_at = null');
    backend.beforeIndex = () => Promise.resolve();
    await fill(aProcess());
    expect(await indexed()).toEqual(await active());
  });

  it('an index that cannot receive changes yet is not emptied', async () => {
    await database.pool.query('update search_index set rebuild_clears = true, roles_changed_at = now()');
    const process = aProcess();
    const isGoingOn = () =>
      withLease(async (lease) => process.execute(lease, await state.read(), new AbortController().signal));
    expect(await isGoingOn()).toBe(false);
    await database.pool.query(`update search_index set roles_changed_at = now() - interval '10 s'`);
    const writer = await database.pool.connect();
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
    expect(await isGoingOn()).toBe(false);
    await writer.query('commit');
    writer.release();
    // Transactions in the databases of other test files, on the same server, hold it up as well.
    await untilTrue('the transactions of before to end', isGoingOn);
    await fill(process);
    expect(await indexed()).toEqual(await active());
  });
});
