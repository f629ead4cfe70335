import { describe, expect, it } from '@jest/globals';
import type { EventName, EventView } from '../../lib/api';
import { byDay, isKind, namesOfKind, namesOfPages } from './activity';

const ALL: EventName[] = [
  'document:created',
  'document:content:extracted',
  'tag:created',
  'member:added',
  'invitation:created',
];

describe('the event names that a list of activity requests', () => {
  it('a list of activity asks for the events of its kind, without events that only repeat another', () => {
    expect(namesOfKind(ALL, undefined)).toEqual([
      'document:created',
      'tag:created',
      'member:added',
      'invitation:created',
    ]);
    expect(namesOfKind(ALL, 'documents')).toEqual(['document:created']);
    expect(namesOfKind(ALL, 'members')).toEqual(['member:added', 'invitation:created']);
  });

  it('a property that every object has is not a kind of activity', () => {
    expect(['documents', 'constructor', '__proto__', undefined].map(isKind)).toEqual([true, false, false, false]);
  });
});

describe('the days of a list of activity', () => {
  const at = (timestamp: string): EventView => ({
    ...{ cursor: '1', id: 'evt_1', type: 'tag:created', data: {}, actor: null, requestId: null },
    timestamp,
  });

  it('each day in a list of activity has its events in their order', () => {
    const days = byDay([at('2026-07-03T12:00:00'), at('2026-07-03T11:00:00'), at('2026-07-02T23:00:00')]);
    expect(days.map(({ date, events }) => [date, events.length])).toEqual([
      ['2026-07-03', 2],
      ['2026-07-02', 1],
    ]);
    expect(byDay([])).toEqual([]);
  });
});

describe('the names in a list of activity', () => {
  it('a list of activity takes names from every page', () => {
    const page = { events: [], nextCursor: '1', hasMore: false };
    const names = namesOfPages([
      { ...page, users: [{ id: 'usr_1', name: 'Ada' }], documents: [] },
      { ...page, users: [], documents: [{ id: 'doc_1', name: 'a.pdf', isInTrash: true }] },
    ]);
    expect(names.users.get('usr_1')).toBe('Ada');
    expect(names.documents.get('doc_1')).toMatchObject({ name: 'a.pdf', isInTrash: true });
  });
});
