import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '#ground/database';
import { createMigratedDatabase } from '../../../../test/support/database.js';
import { VisitorLimits } from './visitor-limits.js';

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

const RATES = { verify: { hits: 2, seconds: 60 }, file: { hits: 1, seconds: 60 } };
const limits = (kind: string) => new VisitorLimits<'file'>(pool, kind, RATES);
const TOO_MANY = { code: 'server.too_many_requests' };
const right = () => Promise.resolve(true);
const wrong = () => Promise.resolve(false);

describe('VisitorLimits', () => {
  it('limits each visitor of each link separately, across restarts', async () => {
    expect(await limits('a').hit('verify', { linkId: 'one', address: '192.0.2.1' })).toMatchObject({ left: 1 });
    expect(await limits('a').hit('verify', { linkId: 'one', address: '192.0.2.1' })).toMatchObject({ left: 0 });
    await expect(limits('a').hit('verify', { linkId: 'one', address: '192.0.2.1' })).rejects.toMatchObject(TOO_MANY);
    await limits('a').hit('verify', { linkId: 'one', address: '192.0.2.2' });
    await limits('a').hit('verify', { linkId: 'two', address: '192.0.2.1' });
    await limits('a').hit('file', { linkId: 'one', address: '192.0.2.1' });
    await limits('b').hit('verify', { linkId: 'one', address: '192.0.2.1' });
  });

  it('counts all IPv6 addresses of a home as one visitor', async () => {
    await limits('c').hit('file', { linkId: 'one', address: '2001:db8:1:201::1' });
    const neighbour = limits('c').hit('file', { linkId: 'one', address: '2001:db8:1:2ff::2' });
    await expect(neighbour).rejects.toMatchObject(TOO_MANY);
  });

  it('limits unknown tokens of a visitor over all kinds of links, with one row for all of them', async () => {
    for (let miss = 0; miss < 60; miss += 1) await limits(miss % 2 ? 'd' : 'e').miss('192.0.2.9');
    await expect(limits('f').miss('192.0.2.9')).rejects.toMatchObject(TOO_MANY);
    await limits('f').miss('192.0.2.10');
    const { rows } = await pool.query(`select from rate_limit where key like 'public-link.miss:%'`);
    expect(rows).toHaveLength(2);
  });

  it('many visitors can no longer guess, but a visitor who knew the password may still visit', async () => {
    const guess = (host: number, attempt = wrong) =>
      limits('g').tryPassword({ linkId: 'one', address: `198.51.100.${host}`, passwordHash: 'a' }, attempt);
    expect(await guess(1, right)).toBe(true);
    const guesses = await Promise.allSettled(Array.from({ length: 25 }, (_, host) => guess(host + 2)));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(guess(100, right)).rejects.toMatchObject(TOO_MANY);
    expect(await guess(1, wrong)).toBe(false);
    expect(await guess(1, right)).toBe(true);
  });

  it('a visitor who knew an earlier password counts as one who knows none, so that a leaked password does not help', async () => {
    const guess = (passwordHash: string, host: number, attempt = wrong) =>
      limits('i').tryPassword({ linkId: 'one', address: `198.51.100.${host}`, passwordHash }, attempt);
    for (let host = 0; host < 25; host += 1) expect(await guess('leaked', host, right)).toBe(true);
    const guesses = await Promise.allSettled(Array.from({ length: 25 }, (_, host) => guess('changed', host)));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('attempts that failed for another reason are not counted', async () => {
    const visit = { linkId: 'one', address: '192.0.2.1', passwordHash: 'a' };
    const failing = () => Promise.reject(new Error('no thread'));
    for (let attempt = 0; attempt < 21; attempt += 1)
      await expect(limits('h').tryPassword(visit, failing)).rejects.toThrow('no thread');
    expect(await limits('h').tryPassword(visit, wrong)).toBe(false);
  });
});
