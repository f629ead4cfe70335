/** What PostgreSQL and every client can write down. */
export const EARLIEST_DATE = new Date('0001-01-01T00:00:00.000Z');
export const LATEST_DATE = new Date('9999-12-31T23:59:59.999Z');

/** No date is as long as this, with the name of its zone in parentheses. */
const LONGEST = 128;
const NAMES_ITS_ZONE = /(?:z|utc|gmt|[+-]\d\d:?\d\d)$/i;
const IS_ISO = /^\d{4}-\d\d-\d\dT/;

/** Parses a date in the forms that people and programs use. Without a zone it is in UTC, whatever the zone of the server. */
export function readDate(text: string): Date {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return new Date(Number.NaN);
  if (/^\d{4}(-\d\d){0,2}$/.test(trimmed) || NAMES_ITS_ZONE.test(withoutComment(trimmed))) return new Date(trimmed);
  const inUtc = new Date(IS_ISO.test(trimmed) ? `${trimmed}Z` : `${trimmed} UTC`);
  return Number.isNaN(inUtc.getTime()) ? new Date(trimmed) : inUtc;
}

/** `Mon Jan 12 2026 10:00:00 GMT+0100 (Central European Standard Time)` up to the zone's name. */
function withoutComment(text: string): string {
  const comment = text.indexOf('(');
  return comment < 0 || !text.endsWith(')') ? text : text.slice(0, comment).trimEnd();
}

/** True for a day of the years 1 to 9999 that the calendar has, as `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001') return false;
  const date = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
