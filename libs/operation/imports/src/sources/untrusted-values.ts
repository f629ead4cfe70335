import { isMailAddress } from '@archivolt/plugin-kit';

const LONGEST_REF = 100;
/** Of names; the import shortens them to what the archive takes. */
export const LONGEST_NAME = 1_000;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key of another object. */
export function refOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_REF ? value : undefined;
}

/** Undefined for other values and empty texts. */
export function textOf(value: unknown, longest = LONGEST_NAME): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, longest) : undefined;
}

export function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && isMailAddress(value) ? value : undefined;
}

/** A moment in UTC, in ISO 8601. */
export function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40 || !MOMENT.test(value)) return undefined;
  const time = Date.parse(value.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
