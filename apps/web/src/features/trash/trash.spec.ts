import { describe, expect, it } from '@jest/globals';
import { chunks, daysLeft, selectedAfter } from './trash';

describe('the days left of a document in the trash', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  it.each([
    ['2026-03-31T12:00:00Z', 30, 30],
    ['2026-03-30T11:59:59Z', 30, 29],
    ['2026-03-01T12:00:00Z', 30, 0],
    ['2026-03-01T13:00:00Z', 30, 1],
    ['2020-01-01T00:00:00Z', 30, 0],
    ['2026-03-31T12:00:00Z', 0, 0],
  ])('a document deleted on %s with %i days of retention has %i days left', (deletedAt, retention, days) => {
    expect(daysLeft(deletedAt, retention, now)).toBe(days);
  });
});

describe('the selection', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it('a click adds one row to the selection or removes it', () => {
    expect([...selectedAfter(new Set(['a']), ids, 'c', { isOn: true, from: undefined })]).toEqual(['a', 'c']);
    expect([...selectedAfter(new Set(['a', 'c']), ids, 'a', { isOn: false, from: undefined })]).toEqual(['c']);
  });
  it('a second click selects all rows in between, in both directions, and only one when the first is gone', () => {
    expect([...selectedAfter(new Set(['d']), ids, 'b', { isOn: true, from: 'd' })].sort()).toEqual(['b', 'c', 'd']);
    expect([...selectedAfter(new Set(ids), ids, 'c', { isOn: false, from: 'a' })]).toEqual(['d']);
    expect([...selectedAfter(new Set(), ids, 'c', { isOn: true, from: 'x' })]).toEqual(['c']);
  });
  it('a selection is sent in lists of the size that a request accepts', () => {
    expect(chunks([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
    expect(chunks([], 2)).toEqual([]);
  });
});
