import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrm } from './orm.js';
import { createPool } from './postgres-pool.js';
import { PLAN_FOR_VALUES, prepareRepeatedStatements } from './prepared-statements.js';
import { sqlOver } from './sql.js';
import { UnitOfWork } from './unit-of-work.js';

let database: TestDatabase;
let pool: pg.Pool;
let orm: MikroORM;
let unitOfWork: UnitOfWork;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that every statement of a test meets what an earlier one has prepared.
  pool = createPool(database.url, 1);
  orm = await createOrm(pool);
  unitOfWork = new UnitOfWork(orm);
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});
beforeEach(() => query('drop table if exists note; create table note (id int primary key, text text)'));

/** Values make a statement with bound values of it, which is what gets prepared. */
async function query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
  return sqlOver(unitOfWork.db).query<Row>(text, values);
}

async function preparedTexts(): Promise<string[]> {
  const rows = await query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < count; run += 1) await work();
}

describe('a pooled connection', () => {
  it('prepares a statement when it runs for the second time', async () => {
    const text = 'select text from note where id = $1 -- second time';
    await query(text, [1]);
    expect(await preparedTexts()).not.toContain(text);
    await query(text, [2]);
    expect(await preparedTexts()).toContain(text);
  });

  it('prepares statements of transactions too, and returns the rows of each one', async () => {
    await times(3, () =>
      unitOfWork.run(async (tx) => {
        await tx.sql.query('insert into note (id, text) select max(id) + 1, $1 from (select 0 as id) zero', ['x']);
        await tx.sql.query('delete from note where text = $1', ['x']);
      }),
    );
    expect(await preparedTexts()).toEqual(expect.arrayContaining(['delete from note where text = $1']));
  });

  it('never prepares scripts and statements without bound values', async () => {
    const script = 'select 1; select 2';
    await times(3, () => query(script));
    expect(await preparedTexts()).not.toContain(script);
  });

  it('never prepares statements that must be planned for their values', async () => {
    const text = `${PLAN_FOR_VALUES} select text from note where id = $1`;
    await times(3, () => query(text, [1]));
    expect(await preparedTexts()).not.toContain(text);
  });

  it('prepares no more statements than the limit, and still runs the others', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prepareRepeatedStatements(client, { generation: 0 }, { statements: 3, textLength: 40 });
    for (const number of [1, 2, 3, 4, 5]) {
      await times(2, async () => {
        const { rows } = await client.query<{ value: number }>(`select $1::int + ${number} as value`, [1]);
        expect(rows).toEqual([{ value: number + 1 }]);
      });
    }
    const long = `select $1::int as value -- ${'x'.repeat(40)}`;
    await times(2, () => client.query(long, [1]));
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
    expect(rows.map(({ statement }) => statement).sort()).toEqual(
      [1, 2, 3].map((number) => `select $1::int + ${number} as value`),
    );
    await client.end();
  });

  it('prepares nothing when it is turned off', async () => {
    const plain = createPool(database.url, 1, { preparesStatements: false });
    const { rows } = await (async () => {
      const client = await plain.connect();
      await times(3, () => client.query('select $1::int as value', [1]));
      const result = await client.query('select statement from pg_prepared_statements');
      client.release();
      return result;
    })();
    expect(rows).toEqual([]);
    await plain.end();
  });
});

describe('a prepared statement that is out of date', () => {
  const select = 'select * from note where id = $1';

  it('an outdated statement runs again after a migration has changed the columns of its result', async () => {
    await query(`insert into note values (1, 'a')`);
    await times(3, () => query(select, [1]));
    await query('alter table note add column color text');
    expect(await query(select, [1])).toEqual([{ id: 1, text: 'a', color: null }]);
    await times(2, () => query(select, [1]));
    expect(await query(select, [1])).toEqual([{ id: 1, text: 'a', color: null }]);
  });

  it('an outdated statement makes the whole transaction run again', async () => {
    await query(`insert into note values (1, 'a')`);
    await times(3, () => query(select, [1]));
    await query('alter table note add column color text');
    let runs = 0;
    const rows = await unitOfWork.run(async (tx) => {
      runs += 1;
      await tx.sql.query('update note set text = text || $1 where id = 1', ['b']);
      return tx.sql.query(select, [1]);
    });
    expect(rows).toEqual([{ id: 1, text: 'ab', color: null }]);
    expect(runs).toBe(2);
  });

  it('an outdated statement runs again when the connection lost all prepared statements, as behind a pooler', async () => {
    await times(3, () => query(select, [1]));
    await query('deallocate all');
    expect(await query(select, [1])).toEqual([]);
    await times(2, () => query(select, [1]));
    expect(await preparedTexts()).toContain(select);
  });

  it('never runs the statement that another client has prepared, when a pooler shares a server process', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Two clients with one server process: each has its own names, the server has those of both.
    const plain = client.query.bind(client);
    prepareRepeatedStatements(client, { generation: 0 });
    const first = client.query.bind(client);
    client.query = plain;
    prepareRepeatedStatements(client, { generation: 0 });
    await times(3, () => first('select $1::int + 1 as value', [1]));
    const { rows } = await (async () => {
      await times(2, () => client.query('select $1::int + 2 as value', [1]));
      return client.query('select $1::int + 2 as value', [1]);
    })();
    expect(rows).toEqual([{ value: 3 }]);
    await client.end();
  });

  it('an unsupported statement is not mistaken for an outdated prepared one', async () => {
    await expect(query('select $1::int from note for update of nothing', [1])).rejects.toMatchObject({ code: '42P01' });
    await expect(query('select distinct $1::int from note for update', [1])).rejects.toMatchObject({ code: '0A000' });
  });
});
