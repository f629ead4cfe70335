import type { QueryFilter } from '#capabilities/query';
import type { FilterContext } from './filter-context.js';
import { beginsPeriod, endOfToday, readAge, readPeriod, type DateOptions } from './periods.js';

/** `from` is included, `before` is not; a missing bound is open. */
export interface DateBounds {
  from?: Date;
  before?: Date;
}

const DAY = 86_400_000;

export const DATE_FORMS =
  'Write a date as 2026, 2026-Q1, 2026-01, 2026-01-31, today, "last month", <7d, 2026-01-31T12:00:00Z or now; operators stand before the quote.';

/** A date whose next part is begun: `2026-` or `2026-0`. */
const BEGUN = /^(\d{4}(?:([-/.])\d{1,2})?)[-/.]0?$/;

/**
 * {@link boundsOf} a filter that may be still being typed, at the end of a query: then of what is complete of its value, or
 * `unfinished`.
 */
export function typedBoundsOf(
  filter: QueryFilter,
  context: FilterContext,
  options: DateOptions,
): DateBounds | 'unfinished' | undefined {
  const bounds = boundsOf(filter, options);
  if (bounds !== undefined || !context.isLast(filter)) return bounds;
  const complete = BEGUN.exec(filter.value)?.[1];
  if (complete !== undefined && context.options.needsCompleteFilters !== true)
    return boundsOf({ ...filter, value: complete }, options);
  return complete !== undefined || beginsPeriod(filter.value) ? 'unfinished' : undefined;
}

/** Returns the bounds of a date filter; `undefined` when its value is not a date. */
export function boundsOf(
  { operator, value }: Pick<QueryFilter, 'operator' | 'value'>,
  options: DateOptions,
): DateBounds | undefined {
  const period = readPeriod(value, options);
  if (period === undefined) return boundsOfAge({ operator, value }, options);
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

/** An age grows into the past: `<7d` is later than seven days ago. What is to come has no age. */
function boundsOfAge(
  { operator, value }: Pick<QueryFilter, 'operator' | 'value'>,
  options: DateOptions,
): DateBounds | undefined {
  const start = readAge(value, options);
  if (start === undefined) return undefined;
  const next = new Date(start.getTime() + (options.isDays === true ? DAY : 1));
  const before = endOfToday(options);
  switch (operator) {
    case '=':
    case '<':
      return { from: next, before };
    case '<=':
      return { from: start, before };
    case '>':
      return { before: start };
    case '>=':
      return { before: next };
  }
}
