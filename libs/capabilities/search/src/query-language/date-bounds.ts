import type { QueryFilter } from '#capabilities/query';
import { readPeriod, type DateOptions } from './periods.js';

/** `from` is included, `before` is not; a missing bound is open. */
export interface DateBounds {
  from?: Date;
  before?: Date;
}

export const DATE_FORMS =
  'Write a date as 2026, 2026-01, 2026-01-31, 2026-01-31T12:00:00Z or now; operators stand before the quote.';

/** Returns the bounds of a date filter; `undefined` when its value is not a date. */
export function boundsOf({ operator, value }: QueryFilter, options: DateOptions): DateBounds | undefined {
  const period = readPeriod(value, options);
  if (period === undefined) return undefined;
  const { start, end } = period;
  switch (operator) {
    case '=':
      return { from: start, before: end };
    case '<':
      return { before: start };
    case '<=':
      return { before: end };
    case '>':
      return { from: end };
    case '>=':
      return { from: start };
  }
}
