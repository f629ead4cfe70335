/** @own-modules */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { i18n } from '@lingui/core';
import { choicesOf, numberInQuery, typedChip, valueOfChip } from './chip-value';

const PROPERTIES = [
  { key: 'amount', type: 'number' },
  { key: 'due', type: 'date' },
  { key: 'number', type: 'text' },
] as const;
const typed = (chip: string) => typedChip(chip, PROPERTIES);
const labels = (chip: string) => choicesOf(chip, PROPERTIES).map(({ label }) => label);

describe('filters with numbers and dates, typed by a German user', () => {
  beforeAll(() => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
  });

  it('a filter that was typed is put into the query as the server reads it', () => {
    expect(
      ['amount:>1.234,5', '-amount:12,50', 'Amount:1.234', 'due:>=3.7.2026', 'date:03.07.2026'].map(typed),
    ).toEqual([...['amount:>1234.5', '-amount:12.5', 'Amount:1234', 'due:>=2026-07-03', 'date:2026-07-03']]);
  });

  it('a filter of another kind, a period and a word stay as they were typed', () => {
    for (const chip of ['number:1.234', 'date:2026', 'date:2026.07', 'created:today', 'amount:many', 'tag:1.234'])
      expect(typed(chip)).toBe(chip);
  });

  it('a filter that may be several stays as it was typed and offers each of them', () => {
    expect(typed('amount:1,234')).toBe('amount:1,234');
    expect(choicesOf('amount:<1,234', PROPERTIES)).toEqual([
      { chip: 'amount:<1.2340', label: '1,2340' },
      { chip: 'amount:<1234', label: '1.234' },
    ]);
    expect(labels('date:03/04/2026')).toEqual(['03.04.2026', '04.03.2026']);
    for (const clear of ['amount:1.2340', 'amount:1234', 'date:2026-04-03', 'number:1,234'])
      expect(labels(clear)).toEqual([]);
  });

  it('a filter is shown as the user writes it', () => {
    const shown = (field: string, value: string) => valueOfChip(field, value, PROPERTIES);
    expect([
      shown('amount', '1234.5'),
      shown('due', '2026-07-03'),
      shown('number', '1234.5'),
      shown('date', '2026'),
    ]).toEqual([...['1.234,5', '03.07.2026', '1234.5', '2026']]);
    expect([numberInQuery(1.234), numberInQuery(1234), numberInQuery(0.123)]).toEqual(['1.2340', '1234', '0.123']);
  });
});
