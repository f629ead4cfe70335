import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '#ground/database';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { MoveLock } from './move-lock.js';

describe('the lock of moves', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, 4);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('the lock lets one move run at a time, and gives the second the reason and the remedy', async () => {
    const lock = new MoveLock(pool);
    await lock.while(async () => {
      await expect(lock.while(async () => 'second')).rejects.toThrow(
        'another move of files is running.\nRemedy: wait for its end',
      );
    });
    expect(await lock.while(async () => 'third')).toBe('third');
  });

  it('the lock of moves is free again when the move fails', async () => {
    const lock = new MoveLock(pool);
    await expect(lock.while(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
    expect(await lock.while(async () => 'next')).toBe('next');
  });
});
