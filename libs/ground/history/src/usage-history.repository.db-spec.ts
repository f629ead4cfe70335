/** @own-modules */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { insertDocument, openHistory, type HistoryFixture } from '../test/open-history.js';
import { defineEvent } from './event-definition.js';
import { usageHistory } from './migrations/0027-usage-history.js';
import { MAX_USAGE_DAYS, UsageHistory } from './usage-history.repository.js';

const Added = defineEvent<{ documentId: string }>('test:added', { description: 'A document was added.' });

describe('UsageHistory', () => {
  let history: HistoryFixture;
  let usage: UsageHistory;
  let ctx: OrganizationContext;
  beforeAll(async () => {
    history = await openHistory();
    usage = new UsageHistory(history.unitOfWork);
  });
  afterAll(() => history.close());
  beforeEach(async () => {
    ctx = await history.anOrganization();
  });

  const add = (size: number) =>
    history.unitOfWork.run(async (tx) => {
      const documentId = await insertDocument(tx, ctx, { size });
      const counters = { activeDocuments: 1, activeBytes: size };
      history.changes.record(tx, ctx, Added, { documentId }, { counters });
    });
  const store = (daysAgo: number, documents: number, bytes: number) =>
    history.rows(`insert into usage_day values ($1, (now() at time zone 'UTC')::date - $2::int, $3, $4)`, [
      ctx.organizationId,
      daysAgo,
      documents,
      bytes,
    ]);
  const stored = () =>
    history.rows<{ daysAgo: number }>(
      `select (now() at time zone 'UTC')::date - day as "daysAgo", documents::int, bytes::int from usage_day
       where organization_id = $1 order by day`,
      [ctx.organizationId],
    );
  const figures = async (days: number) => (await usage.of(ctx, days)).map(({ documents, bytes }) => [documents, bytes]);

  it('the history shows every day, a day without a row like the one before, and today as it is now', async () => {
    await store(9, 2, 200);
    await store(2, 1, 100);
    await add(3_000_000_000);
    expect(await figures(4)).toEqual([
      [2, 200],
      [1, 100],
      [1, 100],
      [1, 3_000_000_000],
    ]);
    const dates = (await usage.of(ctx, MAX_USAGE_DAYS)).map(({ date }) => date);
    expect(dates).toHaveLength(MAX_USAGE_DAYS);
    expect(dates).toEqual([...new Set(dates)].sort());
    expect(dates.at(-1)).toBe(new Date().toISOString().slice(0, 10));
  });

  it('the history of usage has every day once when the clocks of the database server change at midnight', async () => {
    const url = new URL(history.url);
    url.searchParams.set('options', '-c timezone=America/Santiago');
    const orm = await createOrm(createPool(url.href, 1));
    try {
      await add(7);
      const days = await new UsageHistory(new UnitOfWork(orm)).of(ctx, MAX_USAGE_DAYS);
      expect(new Set(days.map(({ date }) => date)).size).toBe(MAX_USAGE_DAYS);
      expect(days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), documents: 1, bytes: 7 });
    } finally {
      await orm.close(true);
    }
  });

  it('usage is zero before the first document, and for an organization without any', async () => {
    expect(await figures(2)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await add(7);
    expect(await figures(2)).toEqual([
      [0, 0],
      [1, 7],
    ]);
  });

  it('the history writes one row for a day with a change, and none for a day without', async () => {
    await usage.record();
    expect(await stored()).toEqual([]);
    await add(5);
    await usage.record();
    await add(6);
    await usage.record();
    expect(await stored()).toEqual([{ daysAgo: 0, documents: 2, bytes: 11 }]);
    await history.rows('update usage_day set day = day - 1 where organization_id = $1', [ctx.organizationId]);
    await usage.record();
    expect(await stored()).toEqual([{ daysAgo: 1, documents: 2, bytes: 11 }]);
  });

  it('the history keeps only the last of the days that are too old', async () => {
    for (const daysAgo of [500, 450, 410, 300]) await store(daysAgo, daysAgo, 1);
    await usage.removeOld();
    expect((await stored()).map(({ daysAgo }) => daysAgo)).toEqual([410, 300]);
  });

  it('the history of an existing archive begins with the days on which its documents were added', async () => {
    await add(1);
    await add(2);
    await add(4);
    await history.rows(
      `with numbered as (select id, row_number() over (order by original_size) as place from document
         where organization_id = $1)
       update document set created_at = now() - case place when 1 then interval '3 days' else interval '1 day' end
       from numbered where numbered.id = document.id`,
      [ctx.organizationId],
    );
    await history.rows(usageHistory.down as string);
    await history.rows(usageHistory.up);
    expect(await stored()).toEqual([
      { daysAgo: 3, documents: 1, bytes: 1 },
      { daysAgo: 1, documents: 3, bytes: 7 },
    ]);
  });
});
