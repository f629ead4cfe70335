import type { BoundValues } from './bound-values.js';

/** No document has a date before or after these. */
const EARLIEST = new Date('0001-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

/** PostgreSQL stores no other texts: no row can have one, and a statement with one would fail. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * `from <= column < before`, never null unless the column is. A bound that PostgreSQL cannot read is beyond all
 * documents.
 */
export function timeCondition(
  column: string,
  { from, before }: { from?: Date; before?: Date },
  values: BoundValues,
): string {
  if ((from !== undefined && from > LATEST) || (before !== undefined && before <= EARLIEST)) return 'false';
  const conditions: string[] = [];
  if (from !== undefined && from > EARLIEST) {
    conditions.push(`${column} >= ${values.bind(from.toISOString())}::timestamptz`);
  }
  if (before !== undefined && before <= LATEST) {
    conditions.push(`${column} < ${values.bind(before.toISOString())}::timestamptz`);
  }
  return conditions.length === 0 ? 'true' : `(${conditions.join(' and ')})`;
}
