import { describe, expect, it } from '@jest/globals';
import type { EventPage, RecordedEvent } from '#ground/history';
import { limitPage } from './page-limit.js';

const eventAt = (position: number): RecordedEvent => ({
  id: `evt_${position}`,
  organizationId: 'org_1',
  position,
  name: 'document:updated',
  payload: { notes: 'x'.repeat(100) },
  createdAt: new Date(0),
  actor: null,
  requestId: null,
});
const page: EventPage = {
  events: [4, 6, 9].map(eventAt),
  start: 3,
  next: 12,
  hasMore: false,
  end: 12,
  isGone: false,
};

describe('the limit on a page of events for one client', () => {
  it('a page within the limit is unchanged', () => {
    expect(limitPage(page, 1_000)).toBe(page);
  });

  it('a page is cut before the event that exceeds the limit, and the next page starts there', () => {
    expect(limitPage(page, 250)).toEqual({ ...page, events: page.events.slice(0, 2), next: 6, hasMore: true });
  });

  it('an event that is larger than the limit is kept', () => {
    expect(limitPage(page, 10)).toEqual({ ...page, events: page.events.slice(0, 1), next: 4, hasMore: true });
  });

  it('a page of one event is unchanged', () => {
    const one = { ...page, events: page.events.slice(0, 1) };
    expect(limitPage(one, 10)).toBe(one);
  });
});
