import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PermanentPluginError, type JsonValue } from '@archivolt/plugin-kit';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { stateOf } from './plugin-state.js';

describe('the state of a plugin', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  const state = (id: string, instance = '') =>
    stateOf(id, instance, {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await pool.query(text, [...values])).rows as Row[],
    });

  beforeAll(async () => {
    database = await createMigratedDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each<[string, JsonValue]>([
    ['an object', { cursor: '12', done: [1, 2.5, true, null] }],
    ['null', null],
    ['text with NUL and a lone surrogate', 'a\0b\ud800'],
    ['false', false],
  ])('the state of a plugin returns %s as it was stored', async (_, value) => {
    await state('intake-mail').set('key', value);
    expect(await state('intake-mail').get('key')).toEqual(value);
  });

  it('the state keeps the values of plugins and of instances apart', async () => {
    await state('intake-a').set('cursor', 1);
    await state('intake-a', 'scans').set('cursor', 2);
    await state('intake-b').set('cursor', 3);
    expect(await state('intake-a').get('cursor')).toBe(1);
    expect(await state('intake-a', 'scans').get('cursor')).toBe(2);
    await state('intake-a').delete('cursor');
    await state('intake-a').delete('cursor');
    expect(await state('intake-a').get('cursor')).toBeUndefined();
    expect(await state('intake-b').get('cursor')).toBe(3);
  });

  it('the state lists keys by their beginning, in which no character is special', async () => {
    for (const key of ['mail/2', 'mail/1', 'mail_1', 'mail%1']) await state('intake-keys').set(key, 1);
    expect(await state('intake-keys').keys('mail/')).toEqual(['mail/1', 'mail/2']);
    expect(await state('intake-keys').keys('mail_')).toEqual(['mail_1']);
    expect(await state('intake-keys').keys()).toEqual(['mail%1', 'mail/1', 'mail/2', 'mail_1']);
  });

  it.each<[string, unknown, RegExp]>([
    ['', 1, /1 to 200 characters/],
    ['k'.repeat(201), 1, /1 to 200 characters/],
    ['a\0', 1, /without NUL/],
    ['key', undefined, /cannot be JSON/],
    ['key', 1n, /cannot be JSON/],
    ['key', 'x'.repeat(64 * 1024), /more than 64 KB/],
  ])('the state rejects the key %j with a value that does not fit', async (key, value, reason) => {
    const setting = state('intake-wrong').set(key, value as JsonValue);
    await expect(setting).rejects.toThrow(reason);
    await expect(setting).rejects.toBeInstanceOf(PermanentPluginError);
  });
});
