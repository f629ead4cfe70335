import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type OpenDatabase } from '../../../../../test/support/open-database.js';
import { RateLimiter } from '../rate-limiter.js';
import { RequestsRepository } from '../requests.repository.js';
import { RemoveExpiredRateLimits } from './remove-expired-rate-limits.schedule.js';

describe('RemoveExpiredRateLimits', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  it('removes the counts of windows that have ended, and keeps the others', async () => {
    const counted = (name: string) => new RateLimiter(database.pool, { name, hits: 2, seconds: 60 });
    for (const name of ['ended', 'under-way']) await counted(name).hit('key');
    await database.pool.query(
      `update rate_limit set expire = extract(epoch from now()) * 1000 - 1 where key like 'ended:%'`,
    );
    await new RemoveExpiredRateLimits(new RequestsRepository(database.unitOfWork)).run(new AbortController().signal);
    const { rows } = await database.pool.query<{ name: string }>(
      `select split_part(key, ':', 1) as name from rate_limit`,
    );
    expect(rows).toEqual([{ name: 'under-way' }]);
  });
});
