import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Clock } from '#ground/kernel';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { untilTrue } from '../../../../test/support/until.js';
import { ProcessLocks } from './process-locks.js';

describe('ProcessLocks', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  const processes: ProcessLocks[] = [];
  const never = new AbortController().signal;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterEach(async () => {
    for (const locks of processes.splice(0)) await locks.close();
    // PostgreSQL ends the process of a connection a moment after that was closed.
    await untilTrue('the end of connections', async () => (await connections()).length === 0);
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  const aProcess = () => {
    const locks = new ProcessLocks(database.url, new Clock());
    processes.push(locks);
    return locks;
  };
  const connections = async () =>
    (
      await admin.query<{ pid: number; query: string }>(
        `select pid, query from pg_stat_activity where application_name = 'archivolt-locks' and datname = current_database()`,
      )
    ).rows;
  const aborted = (signal: AbortSignal) =>
    signal.aborted ? undefined : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

  it('a lock is held by one process at a time, and by the next one after its release', async () => {
    const first = await aProcess().hold('scans', never);
    const order: string[] = [];
    const second = aProcess()
      .hold('scans', never)
      .then(() => order.push('second'));
    await aProcess().hold('mails', never); // another name does not wait
    order.push('released');
    await first.release();
    await second;
    expect(order).toEqual(['released', 'second']);
    expect(first.lost.aborted).toBe(false);
  });

  it('a process uses one connection for all its locks, even when they are requested at the same time', async () => {
    const locks = aProcess();
    await Promise.all(['a', 'b', 'c'].map((name) => locks.hold(name, never)));
    expect(await connections()).toHaveLength(1);
  });

  it('a holder that has lost its connection is notified before another process gets the lock', async () => {
    const first = await aProcess().hold('scans', never);
    const order: string[] = [];
    first.lost.addEventListener('abort', () => order.push('lost'));
    const second = aProcess()
      .hold('scans', never)
      .then(() => order.push('taken over'));
    await untilTrue('two processes that ask for the lock', async () => {
      const asking = (await connections()).filter(({ query }) => query.includes('pg_try_advisory_lock'));
      return asking.length === 2;
    });
    const [{ pid } = { pid: 0 }] = (
      await admin.query<{ pid: number }>(
        `select pid from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted
           and application_name = 'archivolt-locks' and datname = current_database()`,
      )
    ).rows;
    await admin.query('select pg_terminate_backend($1)', [pid]);
    await second;
    expect(order).toEqual(['lost', 'taken over']);
  });

  it('a lock can be taken again by a process that has lost it', async () => {
    const locks = aProcess();
    const { lost } = await locks.hold('scans', never);
    const [{ pid } = { pid: 0 }] = await connections();
    await admin.query('select pg_terminate_backend($1)', [pid]);
    await aborted(lost);
    expect((await locks.hold('scans', never)).lost.aborted).toBe(false);
  });

  it('waiting for a lock ends when the signal is aborted, even without a database', async () => {
    await aProcess().hold('scans', never);
    const abort = new AbortController();
    const waiting = aProcess().hold('scans', abort.signal);
    const url = new URL(database.url);
    url.port = '9';
    const unreachable = new ProcessLocks(url.href, new Clock()).hold('scans', abort.signal);
    setImmediate(() => abort.abort(new Error('enough')));
    expect(await Promise.allSettled([waiting, unreachable])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
  });
});
