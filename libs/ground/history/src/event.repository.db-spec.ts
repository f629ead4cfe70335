/** @own-modules */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrganizationContext } from '#ground/kernel';
import { openHistory, type HistoryFixture } from '../test/open-history.js';
import { defineEvent } from './event-definition.js';
import type { EventPage } from './event.repository.js';

const Odd = defineEvent<{ number: number }>('test:odd', { description: 'An odd number.' });
const Even = defineEvent<{ number: number }>('test:even', { description: 'An even number.' });

describe('reading the log of an organization', () => {
  let history: HistoryFixture;

  beforeAll(async () => {
    history = await openHistory();
  });
  afterAll(() => history.close());

  /** Records the numbers from 1, so that each is the position of its event. */
  const aLogOf = async (count: number): Promise<OrganizationContext> => {
    const ctx = await history.anOrganization();
    await history.unitOfWork.run(async (tx) => {
      for (let number = 1; number <= count; number += 1) {
        history.changes.record(tx, ctx, number % 2 === 0 ? Even : Odd, { number });
      }
      await Promise.resolve();
    });
    return ctx;
  };
  const prune = async ({ organizationId }: OrganizationContext, positions: readonly number[]) => {
    const rows = await history.rows<{ id: string }>(
      'select id from event where organization_id = $1 and position = any($2::bigint[])',
      [organizationId, positions],
    );
    const ids = rows.map(({ id }) => id);
    return history.events.prune({ organizationId }, ids);
  };
  const positions = ({ events }: EventPage) => events.map(({ position }) => position);

  it('the log returns pages in the order of the positions until there is no more', async () => {
    const ctx = await aLogOf(5);
    const first = await history.events.read(ctx, { limit: 3 });
    expect([positions(first), first.next, first.hasMore]).toEqual([[1, 2, 3], 3, true]);
    const second = await history.events.read(ctx, { after: first.next, limit: 3 });
    expect([positions(second), second.next, second.hasMore]).toEqual([[4, 5], 5, false]);
    const third = await history.events.read(ctx, { after: second.next, limit: 3 });
    expect([positions(third), third.next, third.hasMore, third.isGone]).toEqual([[], 5, false, false]);
  });

  it('the log returns only flushed positions, in both directions', async () => {
    const ctx = await aLogOf(1);
    const isFlushedAfter = async (read: () => Promise<unknown>) => {
      const [unflushed] = await history.unitOfWork.run(async (tx) => {
        await tx.sql.query('set local synchronous_commit = off');
        await tx.sql.query(
          'update organization_log set event_position = event_position + 1 where organization_id = $1',
          [ctx.organizationId],
        );
        return tx.sql.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
      });
      await read();
      return history.rows('select pg_current_wal_flush_lsn() > $1::pg_lsn as is', [unflushed?.lsn]);
    };
    const page = { limit: 10 };
    expect(await isFlushedAfter(() => history.events.read(ctx, page))).toEqual([{ is: true }]);
    expect(await isFlushedAfter(() => history.events.readLatest(ctx, page))).toEqual([{ is: true }]);
  });

  it('the log returns only events with the given names, and continues after those it has read', async () => {
    const ctx = await aLogOf(5);
    const page = await history.events.read(ctx, { names: ['test:even'], limit: 2 });
    expect([positions(page), page.next, page.hasMore]).toEqual([[2, 4], 5, false]);
    const full = await history.events.read(ctx, { names: ['test:odd'], limit: 2 });
    expect([positions(full), full.next, full.hasMore]).toEqual([[1, 3], 3, true]);
  });

  it('the log returns no events of another organization', async () => {
    await aLogOf(3);
    const empty = await aLogOf(0);
    expect(await history.events.read(empty, { limit: 10 })).toMatchObject({ events: [], next: 0, hasMore: false });
  });

  it('a cursor is gone after a later event was pruned, and reading without one starts after the last gap', async () => {
    const ctx = await aLogOf(6);
    expect(await prune(ctx, [1, 3])).toBe(2); // 2 is kept: a subscriber has not handled it
    expect(await history.events.read(ctx, { after: 2, limit: 10 })).toMatchObject({ isGone: true });
    const exact = await history.events.read(ctx, { after: 3, limit: 10 });
    expect([positions(exact), exact.isGone]).toEqual([[4, 5, 6], false]);
    const start = await history.events.read(ctx, { limit: 10 });
    expect([positions(start), start.start, start.isGone]).toEqual([[4, 5, 6], 3, false]);
    await prune(ctx, [2]);
    expect(await history.events.read(ctx, { after: 3, limit: 10 })).toMatchObject({ isGone: false });
  });

  it('a cursor beyond the end of the log is gone', async () => {
    const ctx = await aLogOf(2);
    expect(await history.events.read(ctx, { after: 3, limit: 10 })).toMatchObject({ isGone: true });
    expect(await history.events.read(ctx, { after: 2, limit: 10 })).toMatchObject({ isGone: false });
  });

  it('an event of another organization is not pruned', async () => {
    const [mine, other] = [await aLogOf(1), await aLogOf(1)];
    const { events } = await history.events.read(other, { limit: 1 });
    expect(await history.events.prune(mine, [events[0]?.id ?? ''])).toBe(0);
    expect(positions(await history.events.read(other, { limit: 1 }))).toEqual([1]);
  });

  describe('from its end', () => {
    const latest = async (
      ctx: OrganizationContext,
      query: { before?: number; names?: string[]; limit?: number } = {},
    ) => {
      const page = await history.events.readLatest(ctx, { limit: 2, ...query });
      return [page.events.map(({ position }) => position), page.next, page.hasMore];
    };

    it('reading from the end returns the newest events first, page by page, until there is no more', async () => {
      const ctx = await aLogOf(5);
      expect(await latest(ctx)).toEqual([[5, 4], 4, true]);
      expect(await latest(ctx, { before: 4 })).toEqual([[3, 2], 2, true]);
      expect(await latest(ctx, { before: 2 })).toEqual([[1], 1, false]);
      expect(await latest(ctx, { before: 1 })).toEqual([[], 1, false]);
    });

    it('reading from the end returns only events with the given names', async () => {
      const ctx = await aLogOf(5);
      expect(await latest(ctx, { names: ['test:odd'] })).toEqual([[5, 3], 3, true]);
      expect(await latest(ctx, { names: ['test:odd'], before: 3 })).toEqual([[1], 1, false]);
    });

    it('reading from the end starts there when the position is later, and stops at removed events', async () => {
      const ctx = await aLogOf(5);
      await prune(ctx, [1, 2, 3]);
      expect(await latest(ctx, { before: 999_999, limit: 10 })).toEqual([[5, 4], 4, false]);
      expect(await latest(ctx, { before: 2 })).toEqual([[], 4, false]);
    });

    it('reading from the end returns no events of another organization', async () => {
      await aLogOf(3);
      expect(await latest(await aLogOf(0))).toEqual([[], 1, false]);
    });
  });
});
