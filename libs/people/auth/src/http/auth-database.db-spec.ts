import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createPool } from '#ground/database';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { authDatabase } from './auth-database.js';

interface Tables {
  note: { id: number };
}

let database: TestDatabase;
let pool: pg.Pool;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 1);
  await pool.query('create table note (id int); insert into note values (1)');
  db = authDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('a transaction of the sign-in library does not fail when a migration has added a column', async () => {
  const read = () =>
    db.transaction().execute((tx) => tx.selectFrom('note').selectAll().where('id', '=', 1).executeTakeFirst());
  for (let run = 0; run < 3; run += 1) expect(await read()).toEqual({ id: 1 });
  await pool.query('alter table note add column text text');
  expect(await read()).toEqual({ id: 1, text: null });
});
