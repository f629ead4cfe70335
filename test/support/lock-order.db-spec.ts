import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Sql } from '@archivolt/plugin-kit';
import { LockOrder } from './lock-order.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

const NAMES = 'select pg_advisory_xact_lock(741853003, 1)';
const LIMIT_OF_TASKS = 'select pg_advisory_xact_lock(741853034, 1)';
const TASK = `select from task where id = 'task_1' for no key update`;
const INVITATION = `select from organization_invitation where id = 'org_inv_1' for no key update`;
const RULE = `select id from tagging_rule where id = 'tr_1' for update`;
const TAGS = 'select id from tag where id = any($1)';

describe('LockOrder', () => {
  let database: OpenDatabase;
  let tags: string[];
  let order: LockOrder;
  const run = (work: (sql: Sql) => Promise<unknown>) => database.unitOfWork.run(({ sql }) => work(sql));

  beforeAll(async () => {
    database = await openDatabase();
    const { organizationId } = await database.anOrganization();
    tags = ['tag_1', 'tag_2'];
    await database.pool.query(
      `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
       select id, now(), now(), $2, id, id, '#000000' from unnest($1::text[]) as given(id)`,
      [tags, organizationId],
    );
  });
  beforeEach(() => {
    database.pool.removeAllListeners('acquire');
    order = new LockOrder(database.pool);
  });
  afterAll(() => database.close());

  it.each([
    ['tag, then names of tags', [`${TAGS} order by id for update`, NAMES]],
    ['limit of tasks, then tag', [LIMIT_OF_TASKS, `${TAGS} order by id for update`]],
    ['task, then limit of tasks', [TASK, LIMIT_OF_TASKS]],
    ['advisory lock 7 is not in the list', ['select pg_advisory_xact_lock(7, 1)']],
    [
      'organization_invitation, then organization_member',
      [INVITATION, `select from organization_member where id = 'org_mem_1' for share`],
    ],
    ['tag, then tagging_rule', [`${TAGS} order by id for key share`, RULE]],
    [
      'tag, then document',
      [`update tag set color = color where id = any($1)`, 'delete from document where id = any($1)'],
    ],
    ['no rising order', [`${TAGS} order by id desc for key share`]],
    ['no rising order', [`${TAGS} for update`]],
    ['no rising order', [`with kept as (${TAGS} for update) select id from kept order by id`]],
  ])('names the fault "%s"', async (fault, statements) => {
    await run(async (sql) => {
      for (const statement of statements) await sql.query(statement, statement.includes('$1') ? [tags] : []);
    });
    expect(() => {
      order.assertKept();
    }).toThrow(fault);
  });

  it('accepts the order of docs/locks.md, also in transactions one after the other', async () => {
    await run(async (sql) => {
      await sql.query(NAMES);
      await sql.query(INVITATION);
      await sql.query(
        `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
         select 'org_mem_2', now(), now(), organization_id, user_id, role from organization_member
         on conflict (organization_id, user_id) do nothing`,
      );
      await sql.query(RULE);
      await sql.query(`${TAGS} order by id for update`, [tags]);
      await sql.query(`update tag set color = color where id = any($1)`, [tags]);
      await sql.query(LIMIT_OF_TASKS);
      await sql.query(TASK);
    });
    await run((sql) => sql.query(NAMES));
    order.assertKept();
  });

  it('reads the number of an advisory lock from the values of the statement', async () => {
    await run(async (sql) => {
      await sql.query(`${TAGS} order by id for update`, [tags]);
      await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [741_853_034, 'org_1']);
    });
    order.assertKept();
    await run(async (sql) => {
      await sql.query(`${TAGS} order by id for update`, [tags]);
      await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [741_853_003, 'org_1']);
    });
    expect(() => {
      order.assertKept();
    }).toThrow('tag, then names of tags');
  });

  it('sees the end of a transaction whose commit is sent with other statements', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`${TAGS} order by id for update`, [tags]);
      await client.query(`set local synchronous_commit = off; commit; select pg_logical_emit_message(true, '', '')`);
      await client.query(RULE);
      await client.query(`begin; ${RULE}; commit`);
      await client.query(NAMES);
    } finally {
      client.release();
    }
    order.assertKept();
  });

  it('accepts what waits for no other transaction, a lock that is held already, and one row', async () => {
    await run(async (sql) => {
      await sql.query(RULE);
      await sql.query(`${TAGS} for update skip locked`, [tags]);
      await sql.query(`select from tagging_rule where id = 'tr_1' for key share`);
      await sql.query(`select pg_try_advisory_xact_lock(1)`);
      await sql.query(`with one as (select id from tag where id = $1 for update) select from one, tag`, [tags[0]]);
    });
    order.assertKept();
  });
});
