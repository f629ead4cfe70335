import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase } from '../../../../test/support/database.js';
import { isLostConnection } from './lost-connection.js';
import { createPool } from './postgres-pool.js';

describe('the pool of a process', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, 1);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await pool.end();
    await database.drop();
  });

  it('a query that finds no free connection for ten seconds gets the error of a database that cannot be reached', async () => {
    const busy = await pool.connect();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const late = pool.query('select 1').then(
      () => undefined,
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(10_000);
    expect(isLostConnection(await late)).toBe(true);
    busy.release();
    jest.useRealTimers();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
