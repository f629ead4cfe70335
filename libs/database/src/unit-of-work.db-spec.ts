import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createOrm } from './orm.js';
import { createPool } from './postgres-pool.js';
import { UnitOfWork, violatedUniqueConstraint } from './unit-of-work.js';

describe('UnitOfWork', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await createOrm(createPool(database.url, 6));
    unitOfWork = new UnitOfWork(orm);
    await unitOfWork.run((tx) => tx.sql.query('create table account (id int primary key, amount int not null)'));
    await unitOfWork.run((tx) => tx.sql.query('insert into account values (1, 0), (2, 0)'));
  });
  afterAll(async () => {
    await orm.close(true);
    await database.drop();
  });

  const amountOf = async (id: number): Promise<number | undefined> =>
    (
      await unitOfWork.run((tx) => tx.sql.query<{ amount: number }>('select amount from account where id = $1', [id]))
    )[0]?.amount;

  it('rolls back work that throws', async () => {
    const work = unitOfWork.run(async (tx) => {
      await tx.sql.query('update account set amount = 9 where id = 1');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await amountOf(1)).toBe(0);
  });

  it('runs the last steps inside the transaction, after the work', async () => {
    const order: string[] = [];
    const work = unitOfWork.run(async (tx) => {
      tx.beforeCommit(async () => {
        order.push('step');
        await tx.sql.query('insert into account values (1, 1)');
      });
      order.push('work');
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(order).toEqual(['work', 'step']);
  });

  it('runs steps after the commit once, with the change visible to other connections', async () => {
    const seen: (number | undefined)[] = [];
    await unitOfWork.run(async (tx) => {
      await tx.sql.query('update account set amount = amount where id = 2');
      await tx.sql.query('insert into account values (3, 33)');
      tx.afterCommit(async () => {
        seen.push(await amountOf(3));
      });
    });
    expect(seen).toEqual([33]);
  });

  it('runs no step after the commit when the transaction is rolled back', async () => {
    let ran = false;
    const work = unitOfWork.run(async (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      await tx.sql.query('insert into account values (1, 1)');
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(ran).toBe(false);
  });

  it('returns the result although a step after the commit fails, and runs the remaining steps', async () => {
    const ran: string[] = [];
    const result = await unitOfWork.run(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('the step failed on purpose');
      });
      tx.afterCommit(() => {
        ran.push('second');
      });
      await tx.sql.query('insert into account values (4, 44)');
      return 'committed';
    });
    expect([result, ran, await amountOf(4)]).toEqual(['committed', ['second'], 44]);
  });

  it('retries the deadlock victim, so that both transactions commit', async () => {
    const bothHaveOne = Promise.withResolvers<void>();
    let holding = 0;
    const add = (first: number, second: number) =>
      unitOfWork.run(async (tx) => {
        await tx.sql.query('update account set amount = amount + 1 where id = $1', [first]);
        if ((holding += 1) === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await tx.sql.query('update account set amount = amount + 1 where id = $1', [second]);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect([await amountOf(1), await amountOf(2)]).toEqual([2, 2]);
  });

  it('names the unique constraint that a write has violated', async () => {
    const error: unknown = await unitOfWork
      .run((tx) => tx.sql.query('insert into account values (1, 1)'))
      .catch((caught: unknown) => caught);
    expect(violatedUniqueConstraint(error)).toBe('account_pkey');
    expect(violatedUniqueConstraint(new Error('something else'))).toBeUndefined();
  });
});
