import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createId } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { OrganizationDirectory } from './organization-directory.repository.js';

describe('OrganizationDirectory', () => {
  let database: OpenDatabase;
  let directory: OrganizationDirectory;
  beforeAll(async () => {
    database = await openDatabase();
    directory = new OrganizationDirectory(database.unitOfWork);
  });
  afterAll(() => database.close());

  /** Days are counted back from the present one in UTC. */
  const create = (createdDaysAgo: number, deletedDaysAgo: number | null) =>
    database.pool.query(
      `insert into organization (id, created_at, updated_at, name, deleted_at)
       select $1, (today - $2::int + time '10:00') at time zone 'UTC', now(), 'Archive',
         (today - $3::int + time '11:00') at time zone 'UTC'
       from (select (now() at time zone 'UTC')::date as today) as clock`,
      [createId('org'), createdDaysAgo, deletedDaysAgo],
    );

  it('organizations are counted at the end of each day in UTC, without those deleted by then', async () => {
    for (const [created, deleted] of [
      [100, null],
      [100, 90],
      [50, 3],
      [4, 4],
      [3, 1],
      [2, null],
    ] as const)
      await create(created, deleted);
    const days = await directory.countByDay(6);
    expect(days.map(({ organizations }) => organizations)).toEqual([2, 2, 2, 3, 2, 2]);
    expect((await directory.countByDay(1)).map(({ organizations }) => organizations)).toEqual([2]);
    const { rows } = await database.pool.query<{ date: string }>(
      `select to_char((now() at time zone 'UTC')::date - ago, 'YYYY-MM-DD') as date from generate_series(5, 0, -1) as ago`,
    );
    expect(days.map(({ date }) => date)).toEqual(rows.map(({ date }) => date));
  });
});
