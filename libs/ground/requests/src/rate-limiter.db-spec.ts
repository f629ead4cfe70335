import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '#ground/database';
import { createMigratedDatabase } from '../../../../test/support/database.js';
import { RateLimiter } from './rate-limiter.js';

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = createPool(database.url, 4);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const limit = (name: string) => ({ name, hits: 2, seconds: 60 });

describe('RateLimiter', () => {
  it('refuses a hit above the limit with the time to retry after, and counts each key separately', async () => {
    const limiter = new RateLimiter(pool, limit('a'));
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => limiter.hit('one')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const refused = await limiter.hit('one').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'server.too_many_requests', category: 'rate_limited' });
    const { retryAfterSeconds } = refused as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    await limiter.hit('two');
    await new RateLimiter(pool, limit('b')).hit('one');
  });

  it('reports how many hits are left and when the window ends, even in the refusal', async () => {
    const limiter = new RateLimiter(pool, limit('h'));
    const policy = { name: 'h', hits: 2, seconds: 60, secondsLeft: expect.any(Number) };
    expect(await limiter.hit('key')).toEqual({ ...policy, left: 1 });
    await pool.query(`update rate_limit set expire = expire - 20_000 where key like 'h:%'`);
    const second = await limiter.hit('key');
    expect(second).toEqual({ ...policy, left: 0 });
    expect(second.secondsLeft).toBeGreaterThan(0);
    expect(second.secondsLeft).toBeLessThanOrEqual(40);
    await expect(limiter.hit('key')).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number),
      limit: { ...policy, left: 0 },
    });
  });

  it('refuses every hit of a limit that has none', async () => {
    const limiter = new RateLimiter(pool, { ...limit('i'), hits: 0 });
    await expect(limiter.hit('key')).rejects.toMatchObject({ limit: { hits: 0, left: 0 } });
  });

  it('counts the hits of all processes together', async () => {
    for (let process = 0; process < 2; process += 1) await new RateLimiter(pool, limit('c')).hit('key');
    await expect(new RateLimiter(pool, limit('c')).hit('key')).rejects.toMatchObject({ category: 'rate_limited' });
  });

  it('starts a new window when the old one has ended', async () => {
    const limiter = new RateLimiter(pool, limit('d'));
    for (let hit = 0; hit < 2; hit += 1) await limiter.hit('key');
    await pool.query(`update rate_limit set expire = 1 where key like 'd:%'`);
    await limiter.hit('key');
  });

  it('removes a hit, and removes a key', async () => {
    const limiter = new RateLimiter(pool, limit('e'));
    for (let hit = 0; hit < 5; hit += 1) {
      await limiter.hit('key');
      await limiter.giveBack('key');
    }
    for (let hit = 0; hit < 2; hit += 1) await limiter.hit('key');
    await limiter.forget('key');
    await limiter.hit('key');
  });

  it('remembers a key for one window', async () => {
    const limiter = new RateLimiter(pool, limit('f'));
    expect(await limiter.knows('key')).toBe(false);
    await limiter.remember('key');
    expect(await limiter.knows('key')).toBe(true);
    await pool.query(`update rate_limit set expire = 1 where key like 'f:%'`);
    expect(await limiter.knows('key')).toBe(false);
  });

  it('refuses a key from memory until its window ends when it remembers refusals, and no other key', async () => {
    const limiter = new RateLimiter(pool, { ...limit('j'), remembersRefusals: true });
    for (let hit = 0; hit < 2; hit += 1) await limiter.hit('key');
    await pool.query(`delete from rate_limit where key like 'j:%'`);
    await expect(limiter.hit('key')).rejects.toMatchObject({ limit: { name: 'j', hits: 2, seconds: 60, left: 0 } });
    await limiter.hit('other');
    const { rows } = await pool.query(`select 1 from rate_limit where key like 'j:%'`);
    expect(rows).toHaveLength(1);
  });

  it('stores keys only as hashes', async () => {
    await new RateLimiter(pool, limit('g')).hit('ada@example.test');
    const { rows } = await pool.query<{ key: string }>('select key from rate_limit');
    expect(rows.filter(({ key }) => key.includes('ada'))).toEqual([]);
  });
});
