import { describe, expect, it } from '@jest/globals';
import type { AgendaEntryView } from '../../lib/api';
import { addDays, groupOf, grouped, today } from './agenda.js';

describe('the groups of the agenda', () => {
  it.each([
    ['2026-11-28', 'overdue'],
    ['2026-11-29', 'today'],
    ['2026-11-30', 'week'],
    ['2026-12-06', 'week'],
    ['2026-12-07', 'later'],
  ])('an entry of %s is, on 29 November 2026, in the group %s', (day, group) => {
    expect(groupOf(day, '2026-11-29')).toBe(group);
  });

  it('groups without entries are left out, and the others keep the order of their entries', () => {
    const entries = ['2026-11-01', '2026-11-02', '2027-01-01'].map((day) => ({ day }) as AgendaEntryView);
    const shown = grouped(entries, '2026-11-29').map(({ group, entries: each }) => [
      group,
      ...each.map(({ day }) => day),
    ]);
    expect(shown).toEqual([
      ['overdue', '2026-11-01', '2026-11-02'],
      ['later', '2027-01-01'],
    ]);
  });

  it('a day is that of the person, and days are counted over the end of a year', () => {
    const now = new Date(2026, 11, 31, 23, 30);
    expect(today(now)).toBe('2026-12-31');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});
