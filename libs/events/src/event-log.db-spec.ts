import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, UnitOfWork } from '#libs/database';
import { createMigratedDatabase, type TestDatabase } from '../../../test/support/database.js';
import { PendingChanges } from '#libs/history';
import { JobQueue } from '#libs/jobs';
import { defineEvent, EventLog } from './index.js';

const Happened = defineEvent<{ what: string }>('test:happened', 'Something happened.');

describe('EventLog', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let unitOfWork: UnitOfWork;
  let log: EventLog;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    orm = await createOrm(createPool(database.url, 6));
    unitOfWork = new UnitOfWork(orm);
    const queue = new JobQueue({ url: database.url, pollsForWork: false, isOnlyProcess: false });
    log = new EventLog(new PendingChanges(queue));
    await unitOfWork.run(async (tx) => {
      await tx.sql.query(`insert into organization (id, created_at, updated_at, name)
        values ('org_a', now(), now(), 'A'), ('org_b', now(), now(), 'B')`);
      await tx.sql.query(`insert into organization_log (organization_id) values ('org_a'), ('org_b')`);
    });
  });
  afterAll(async () => {
    await orm.close(true);
    await database.drop();
  });

  const events = () =>
    unitOfWork.run((tx) =>
      tx.sql.query<{ organization_id: string; position: string; what: string }>(
        `select organization_id, position, payload->>'what' as what from event order by organization_id, position`,
      ),
    );

  it('keeps nothing of a transaction that is rolled back', async () => {
    const work = unitOfWork.run(async (tx) => {
      log.record(tx, Happened, 'org_a', { what: 'never' });
      await Promise.resolve();
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await events()).toEqual([]);
  });

  it('numbers events by commit, so that a reader who has seen a position has seen all before it', async () => {
    const early = Promise.withResolvers<void>();
    const slow = unitOfWork.run(async (tx) => {
      log.record(tx, Happened, 'org_a', { what: 'recorded first, committed last' });
      await early.promise;
    });
    await unitOfWork.run(async (tx) => {
      log.record(tx, Happened, 'org_a', { what: 'committed first' });
      log.record(tx, Happened, 'org_b', { what: 'elsewhere' });
      log.record(tx, Happened, 'org_a', { what: 'in the same breath' });
      await Promise.resolve();
    });
    expect((await events()).map(({ position }) => position)).toEqual(['1', '2', '1']);
    early.resolve();
    await slow;
    expect(await events()).toEqual([
      { organization_id: 'org_a', position: '1', what: 'committed first' },
      { organization_id: 'org_a', position: '2', what: 'in the same breath' },
      { organization_id: 'org_a', position: '3', what: 'recorded first, committed last' },
      { organization_id: 'org_b', position: '1', what: 'elsewhere' },
    ]);
  });
});
