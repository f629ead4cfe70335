import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Kysely, PostgresDialect } from 'kysely';
import { createPool, sqlOver } from '#ground/database';
import { createMigratedDatabase } from '../../../../test/support/database.js';
import { grantFirstAdministrator } from './account.repository.js';

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let db: Kysely<unknown>;

beforeEach(async () => {
  database = await createMigratedDatabase();
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createPool(database.url, 8) }) });
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const grant = (id: string) => grantFirstAdministrator(sqlOver(db), id);

async function account(id: string, secondsAgo: number): Promise<string> {
  await sqlOver(db).query(
    `insert into "user" (id, created_at, updated_at, email, name)
     values ($1, now() - make_interval(secs => $2), now(), $1, $1)`,
    [id, secondsAgo],
  );
  return id;
}

async function administrators(): Promise<string[]> {
  const rows = await sqlOver(db).query<{ id: string }>('select id from "user" where is_admin');
  return rows.map(({ id }) => id);
}

describe('the first administrator', () => {
  it('the first administrator is the oldest of many accounts that were created before the first was checked', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => account(`usr_${index}`, index)));
    await Promise.all(ids.map(grant));
    expect(await administrators()).toEqual(['usr_19']);
  });

  it('the first administrator is the only one when an older account appears later', async () => {
    await grant(await account('usr_quick', 1));
    await grant(await account('usr_slow', 60));
    expect(await administrators()).toEqual(['usr_quick']);
  });

  it('a later account does not become administrator, even when there is none', async () => {
    await account('usr_first', 60);
    await grant(await account('usr_second', 1));
    expect(await administrators()).toEqual([]);
  });
});
