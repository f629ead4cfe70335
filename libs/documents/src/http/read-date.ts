const NAMES_ITS_ZONE = /(z|utc|gmt|[+-]\d\d:?\d\d)(\s*\(.*\))?$/i;
const IS_ISO = /^\d{4}-\d\d-\d\dT/;

/** A date as people and programs write it. What names no zone is meant in UTC, wherever the server stands. */
export function readDate(text: string): Date {
  const trimmed = text.trim();
  if (/^\d{4}(-\d\d){0,2}$/.test(trimmed) || NAMES_ITS_ZONE.test(trimmed)) return new Date(trimmed);
  const inUtc = new Date(IS_ISO.test(trimmed) ? `${trimmed}Z` : `${trimmed} UTC`);
  return Number.isNaN(inUtc.getTime()) ? new Date(trimmed) : inUtc;
}
