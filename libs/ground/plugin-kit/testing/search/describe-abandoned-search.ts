import { beforeEach, describe, expect, it } from '@jest/globals';
import { settledWithin } from '../settled-within.js';
import { until } from '../until.js';
import { aSearchDocument } from './seeded-document.js';
import type { PoolLike } from './sql-over-pool.js';
import { CREATED, text, type TransactionalBackendUnderTest } from './suite-tools.js';

/** Shorter than the time limit of a search, which would end it too. */
const LIMIT_MS = 8_000;
const WAITING_WITHIN_MS = 60_000;
const DOCUMENT = aSearchDocument({ id: 'a', content: 'word' });
const REQUEST = {
  organizationId: DOCUMENT.organizationId,
  tree: text('word'),
  sort: CREATED,
  pageIndex: 0,
  pageSize: 10,
};

interface AbandonedSearches extends TransactionalBackendUnderTest {
  /** Four connections, which the backend uses too. */
  pool: PoolLike;
}

/** What a backend in PostgreSQL does when its caller leaves while a search waits for `table`. */
export function describeAbandonedSearch(table: string, context: () => AbandonedSearches): void {
  describe('an abandoned search', () => {
    beforeEach(async () => {
      await context().clean();
      await context().seed([DOCUMENT]);
    });

    it('an abandoned search ends while other abandoned searches use all connections', () =>
      whileLocked(table, context().pool, async (waiting) => {
        const aborter = new AbortController();
        const searches = Array.from({ length: 3 }, () => context().backend.search(REQUEST, aborter.signal));
        await untilWaiting(waiting, searches.length);
        await expectToEnd(aborter, searches);
        expect(await waiting()).toBe(0);
      }));

    it('a search ends at the time limit of its request', () =>
      whileLocked(table, context().pool, async () => {
        const search = context().backend.search({ ...REQUEST, timeLimitMs: 100 });
        await expect(search).rejects.toThrow('took too long');
      }));

    it('an abandoned search ends while it waits for the database, and the connection serves the next one', async () => {
      await whileLocked(table, context().pool, async (waiting) => {
        const aborter = new AbortController();
        const search = context().backend.search(REQUEST, aborter.signal);
        search.catch(() => undefined); // awaited below
        await untilWaiting(waiting, 1);
        await expectToEnd(aborter, [search]);
        await expect(search).rejects.toThrow('the client left');
      });
      expect(await context().backend.search(REQUEST)).toEqual({ ids: ['a'], count: 1 });
    });
  });
}

/** Holds a lock that every search waits for; `waiting` counts those that do. */
async function whileLocked(
  table: string,
  pool: PoolLike,
  work: (waiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`;
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`, []);
    await work(async () => (await client.query(waiting, [])).rows.length);
  } finally {
    await client.query('rollback', []);
    client.release();
  }
}

async function untilWaiting(waiting: () => Promise<number>, count: number): Promise<void> {
  const what = () => `${count} searches that wait for the locked table`;
  await until(WAITING_WITHIN_MS, what, async () => (await waiting()) >= count);
}

async function expectToEnd(aborter: AbortController, searches: readonly Promise<unknown>[]): Promise<void> {
  const results = Promise.allSettled(searches);
  aborter.abort(new Error('the client left'));
  expect(await settledWithin(LIMIT_MS, results)).toBe(true);
  expect((await results).map(({ status }) => status)).toEqual(searches.map(() => 'rejected'));
}
