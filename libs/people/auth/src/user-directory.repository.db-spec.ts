import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createId } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { UserDirectory } from './user-directory.repository.js';

describe('UserDirectory', () => {
  let database: OpenDatabase;
  let directory: UserDirectory;
  beforeAll(async () => {
    database = await openDatabase();
    directory = new UserDirectory(database.unitOfWork);
  });
  afterAll(() => database.close());

  /** A user created on the day in UTC that is so many days ago, at this time of day. */
  const create = (daysAgo: number, time: string) =>
    database.pool.query(
      `insert into "user" (id, created_at, updated_at, email, name)
       values ($1, ((now() at time zone 'UTC')::date - $2::int + $3::time) at time zone 'UTC', now(), $1 || '@example.test', 'Ada')`,
      [createId('usr'), daysAgo, time],
    );

  it('users are counted at the end of each day in UTC, including those created before the first day shown', async () => {
    for (const [daysAgo, time] of [
      [100, '12:00'],
      [5, '12:00'],
      [4, '00:00'],
      [3, '23:59:59.999'],
      [3, '08:00'],
      [0, '00:00'],
      [-1, '00:00'],
    ] as const)
      await create(daysAgo, time);
    const days = await directory.countByDay(5);
    expect(days.map(({ users }) => users)).toEqual([3, 5, 5, 5, 6]);
    expect((await directory.countByDay(1)).map(({ users }) => users)).toEqual([6]);
    const { rows } = await database.pool.query<{ date: string }>(
      `select to_char((now() at time zone 'UTC')::date - ago, 'YYYY-MM-DD') as date from generate_series(4, 0, -1) as ago`,
    );
    expect(days.map(({ date }) => date)).toEqual(rows.map(({ date }) => date));
  });
});
