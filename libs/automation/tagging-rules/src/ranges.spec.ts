import { describe, expect, it } from '@jest/globals';
import { onDay, rangeOf } from './ranges.js';
import type { Condition, Matching } from './tagging-rule.js';

const NOW = new Date('2026-03-01T23:59:59.999Z');

function valueOn(operator: Condition['operator'], value: string): Condition | undefined {
  const rule: Matching = { conditionMatchMode: 'all', conditions: [{ field: 'documentDate', operator, value }] };
  return onDay(rule, NOW).conditions[0];
}

describe('a range of a rule', () => {
  it('a range has two ends, and one may be negative', () => {
    expect(rangeOf('-1.5..2')).toEqual(['-1.5', '2']);
    expect(rangeOf('2026-01-01..2026-03-31')).toEqual(['2026-01-01', '2026-03-31']);
  });

  it('a number of days becomes the days in UTC with today', () => {
    expect(valueOn('in_last_days', '1')).toMatchObject({ operator: 'between', value: '2026-02-28..2026-03-01' });
    expect(valueOn('in_next_days', '30')).toMatchObject({ operator: 'between', value: '2026-03-01..2026-03-31' });
    expect(valueOn('in_last_days', '0')).toMatchObject({ operator: 'between', value: '2026-03-01..2026-03-01' });
  });

  it('other conditions stay as they are', () => {
    expect(valueOn('before', '2026-01-01')).toMatchObject({ operator: 'before', value: '2026-01-01' });
  });
});
