/** @own-modules */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HistoryConfig } from '#config/history';
import { ChainRepository, SealEntries } from '#ground/audit';
import { JobStates } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { openHistory, type HistoryFixture } from '../test/open-history.js';
import { defineEvent } from './event-definition.js';
import { PruneEvents } from './prune-events.js';
import { defineSubscriber, type EventDelivery } from './subscriber-definition.js';

const Followed = defineEvent<{ number: number }>('test:followed', { description: 'It has a subscriber.' });
const Ignored = defineEvent<{ number: number }>('test:ignored', { description: 'It has no subscriber.' });
const Follower = defineSubscriber('test.follower', Followed, { description: 'Follows.', retries: 0 });

describe('PruneEvents', () => {
  let history: HistoryFixture;
  let prune: PruneEvents;
  let audit: SealEntries;
  let isBroken = false;

  beforeAll(async () => {
    history = await openHistory();
    prune = new PruneEvents(history.events, new JobStates(history.unitOfWork), new HistoryConfig());
    audit = new SealEntries(history.unitOfWork, new ChainRepository(history.unitOfWork), history.events);
    await history.jobs.register(Follower.job.name, {
      handle: () => (isBroken ? Promise.reject(new Error('the receiver is down')) : Promise.resolve()),
    });
  });
  afterAll(() => history.close());

  const record = (ctx: OrganizationContext, event: typeof Followed, numbers: readonly number[]) =>
    history.unitOfWork.run(async (tx) => {
      for (const number of numbers) history.changes.record(tx, ctx, event, { number });
      await Promise.resolve();
    });
  const backdate = async ({ organizationId }: OrganizationContext, days: number, options = { isInAuditLog: true }) => {
    await history.rows('update event set created_at = now() - make_interval(days => $2) where organization_id = $1', [
      organizationId,
      days,
    ]);
    if (options.isInAuditLog) await audit.execute(organizationId);
  };
  const numbersOf = async ({ organizationId }: OrganizationContext) =>
    (
      await history.rows<{ number: number }>(
        `select (payload ->> 'number')::int as number from event where organization_id = $1 order by position`,
        [organizationId],
      )
    ).map(({ number }) => number);

  it('removes events that are older than the setting, more than one chunk of them, and no younger ones', async () => {
    const old = await history.anOrganization();
    const young = await history.anOrganization();
    await record(
      old,
      Ignored,
      Array.from({ length: 2_100 }, (_, number) => number),
    );
    await backdate(old, 91);
    await record(old, Ignored, [9_999]);
    await record(young, Ignored, [1]);
    await backdate(young, 89);
    expect(await prune.execute()).toBe(2_100);
    expect([await numbersOf(old), await numbersOf(young)]).toEqual([[9_999], [1]]);
  });

  it('keeps an old event until it is in the audit log', async () => {
    const ctx = await history.anOrganization();
    await record(ctx, Ignored, [1, 2]);
    await backdate(ctx, 400, { isInAuditLog: false });
    expect(await prune.execute()).toBe(0);
    await audit.execute(ctx.organizationId);
    expect(await prune.execute()).toBe(2);
  });

  it('keeps an old event until its subscriber has handled it', async () => {
    const ctx = await history.anOrganization();
    await record(ctx, Followed, [1]);
    await record(ctx, Ignored, [2]);
    await backdate(ctx, 400);
    expect(await prune.execute()).toBe(1);
    expect(await numbersOf(ctx)).toEqual([1]);
    await history.jobs.drain();
    expect(await prune.execute()).toBe(1);
    expect(await numbersOf(ctx)).toEqual([]);
  });

  it('keeps an old event whose subscriber job is in the dead-letter queue', async () => {
    const ctx = await history.anOrganization();
    isBroken = true;
    await record(ctx, Followed, [1]);
    await backdate(ctx, 400);
    await history.jobs.drain();
    isBroken = false;
    expect(await prune.execute()).toBe(0);
    expect(await numbersOf(ctx)).toEqual([1]);
  });

  it('continues the numbering after all events of an organization are gone', async () => {
    const ctx = await history.anOrganization();
    await record(ctx, Ignored, [1, 2]);
    await backdate(ctx, 400);
    await prune.execute();
    await record(ctx, Ignored, [3]);
    const rows = await history.rows('select position from event where organization_id = $1', [ctx.organizationId]);
    expect(rows).toEqual([{ position: '3' }]);
  });

  it('finds one job for each event and subscriber, with the ids that lead to the event', async () => {
    const ctx = await history.anOrganization();
    await record(ctx, Followed, [7, 8]);
    const jobs = await history.rows<{ data: EventDelivery }>(
      `select data from job.job where name = $1 and state = 'created' and data ->> 'organizationId' = $2`,
      [Follower.job.name, ctx.organizationId],
    );
    const events = await Promise.all(jobs.map(({ data }) => history.events.find(data)));
    const numbers = events.map((event) => (event?.payload as { number: number }).number);
    expect(numbers.sort()).toEqual([7, 8]);
  });
});
