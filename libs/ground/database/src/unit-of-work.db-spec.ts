import { execFileSync } from 'node:child_process';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { COMMIT_THEN_FLUSH, type LastStatement } from './last-statement.js';
import { isLostConnection } from './lost-connection.js';
import { createOrm } from './orm.js';
import { createPool } from './postgres-pool.js';
import { UnitOfWork, violatedUniqueConstraint, type RunOptions, type Transaction } from './unit-of-work.js';

const POOL_SIZE = 6;

describe('UnitOfWork', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await createOrm(createPool(database.url, POOL_SIZE));
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

  describe('with a last statement that goes with the commit', () => {
    const endWith = (tx: Transaction, last: LastStatement, failure?: () => Error): void =>
      tx.beforeCommit(() => {
        tx.commitWith(last, failure);
        return Promise.resolve();
      });
    const besideAnother = <Result>(work: () => Promise<Result>) => unitOfWork.run(work);
    const addWith = (id: number, text: string, options: RunOptions = {}) =>
      besideAnother(() =>
        unitOfWork.run(async (tx) => {
          await tx.sql.query('insert into account values ($1, 0)', [id]);
          endWith(tx, { text, values: [id] }, () => new Error('no last step'));
        }, options),
      );
    const UPDATE = 'update account set amount = 7 where id = $1';
    const FAIL = 'select 1 / (select count(*) from account where id = -$1::int)';

    it.each([{}, { releasesLocksEarly: true }])(
      'the last statement is committed with the commit, or nothing is, with %j',
      async (options) => {
        await addWith(50, UPDATE, options);
        expect(await amountOf(50)).toBe(7);
        await expect(addWith(51, FAIL, options)).rejects.toThrow('no last step');
        expect(await amountOf(51)).toBeUndefined();
        await unitOfWork.run((tx) => tx.sql.query('delete from account where id = 50'));
      },
    );

    it('a transaction that is the victim of a deadlock in its last statement runs again', async () => {
      const bothHaveOne = Promise.withResolvers<void>();
      let holding = 0;
      const add = (first: number, second: number) =>
        unitOfWork.run(async (tx) => {
          await tx.sql.query('update account set amount = amount + 100 where id = $1', [first]);
          if ((holding += 1) === 2) bothHaveOne.resolve();
          await bothHaveOne.promise;
          const text = 'update account set amount = amount + 100 where id = $1';
          endWith(tx, { text, values: [second] });
        });
      const before = [await amountOf(1), await amountOf(2)];
      await Promise.all([add(1, 2), add(2, 1)]);
      expect([await amountOf(1), await amountOf(2)]).toEqual(before.map((amount = 0) => amount + 200));
    });

    it('a connection that is lost before the commit changes nothing, and frees its place in the pool', async () => {
      for (let loss = 0; loss <= POOL_SIZE; loss += 1) {
        const lost = unitOfWork.run(async (tx) => {
          await tx.sql.query('insert into account values (60, 0)');
          const [{ pid } = { pid: 0 }] = await tx.sql.query<{ pid: number }>('select pg_backend_pid() as pid');
          await unitOfWork.run((other) => other.sql.query('select pg_terminate_backend($1, 10000)', [pid]));
          endWith(tx, { text: UPDATE, values: [60] });
        });
        expect(isLostConnection(await lost.catch((error: unknown) => error))).toBe(true);
      }
      expect(await amountOf(60)).toBeUndefined();
    });

    it('connections that are lost before the work begins free their places in the pool', async () => {
      const pids = await Promise.all(
        Array.from({ length: POOL_SIZE }, () =>
          unitOfWork.run((tx) => tx.sql.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.2)')),
        ),
      );
      // Another process ends them while this one is stopped, so that it has not noticed when it begins.
      const terminate = `const client = new (require('pg').Client)({ connectionString: process.argv[1] });
        client.connect()
          .then(() => client.query('select pg_terminate_backend(pid, 10000) from unnest($1::int[]) pid', [JSON.parse(process.argv[2])]))
          .finally(() => client.end());`;
      execFileSync(process.execPath, [
        '-e',
        terminate,
        database.url,
        JSON.stringify(pids.flat().map(({ pid }) => pid)),
      ]);
      const lost = await Promise.allSettled(pids.map(() => amountOf(1)));
      expect(lost.map(({ status }) => status)).toContain('rejected');
      expect(await amountOf(1)).toBeDefined();
    });

    it('the commit does not wait for the disk, and waits once afterwards only when others may wait for its locks', async () => {
      const flushesOf = async (options: RunOptions) => {
        const texts: string[] = [];
        const seen = await unitOfWork.run(async (tx) => {
          const client = await tx.db.getExecutor().provideConnection((connection) => Promise.resolve(connection));
          const executeQuery = client.executeQuery.bind(client);
          client.executeQuery = (query, ...rest) => {
            texts.push(query.sql);
            return executeQuery(query, ...rest);
          };
          endWith(tx, { text: UPDATE, values: [2] });
          return () => (client.executeQuery = executeQuery);
        }, options);
        seen();
        return texts;
      };
      expect(await flushesOf({})).toEqual([UPDATE, 'commit']);
      expect(await flushesOf({ releasesLocksEarly: true })).toEqual([UPDATE, 'commit']);
      expect(await besideAnother(() => flushesOf({}))).toEqual([UPDATE, 'commit']);
      const early = await besideAnother(() => flushesOf({ releasesLocksEarly: true }));
      expect(early).toEqual([UPDATE, COMMIT_THEN_FLUSH]);
      const careful = new UnitOfWork(orm, { releasesLocksEarly: false });
      await expect(careful.whatWasReadIsFlushed()).resolves.toBeUndefined();
    });

    it('the setting of the connection is restored', async () => {
      await addWith(70, UPDATE, { releasesLocksEarly: true });
      const settings = await Promise.all(
        Array.from({ length: 6 }, () =>
          unitOfWork.run((tx) => tx.sql.query<{ synchronous_commit: string }>('show synchronous_commit')),
        ),
      );
      const unchanged = await unitOfWork.run((tx) =>
        tx.sql.query(`select reset_val as synchronous_commit from pg_settings where name = 'synchronous_commit'`),
      );
      expect(new Set(settings.flat().map((row) => row.synchronous_commit))).toEqual(
        new Set(unchanged.map((row) => (row as { synchronous_commit: string }).synchronous_commit)),
      );
    });
  });

  it('names the unique constraint that a write has violated', async () => {
    const error: unknown = await unitOfWork
      .run((tx) => tx.sql.query('insert into account values (1, 1)'))
      .catch((caught: unknown) => caught);
    expect(violatedUniqueConstraint(error)).toBe('account_pkey');
    expect(violatedUniqueConstraint(new Error('something else'))).toBeUndefined();
  });
});
