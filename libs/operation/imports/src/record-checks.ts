import { cleanLine, cutToCharacters } from '@archivolt/plugin-kit';
import { EARLIEST_DATE, LATEST_DATE, readDate } from '#archive/documents';
import { AppError, type ErrorCategory } from '#ground/kernel';

/** Why a record is not imported; nothing of it was written. */
export class NotImported extends Error {}

/** Failures that depend on the record, not on the moment. */
const OF_RECORD: readonly ErrorCategory[] = ['conflict', 'forbidden', 'invalid', 'not_found', 'too_large'];
/** SQLSTATE class: a value that PostgreSQL does not take. */
const DATA_EXCEPTION = /^22/;

/** The reason for which a record is left out; undefined for failures that end the import. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof NotImported) return error.message;
  if (error instanceof AppError) return OF_RECORD.includes(error.category) ? error.message : undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_EXCEPTION.test(code)
    ? 'The database does not take one of its values.'
    : undefined;
}

/** Whether a field has no value: records are from outside, whatever their types say. */
export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

/** The beginning of a value from outside, for a reason. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 100).toWellFormed() : typeof value;

/** The id of a thing in its source. */
export function checkedRef(ref: unknown): string {
  if (typeof ref === 'string' && ref !== '' && ref.length <= 200 && isStorable(ref)) return ref;
  throw new NotImported('Its id in the source is not a text of 1 to 200 characters.');
}

/** A name on one line. */
export function checkedLine(value: unknown, most: number, what = 'Its name'): string {
  if (typeof value !== 'string') throw new NotImported(`${what} is not a text.`);
  const line = cleanLine(cutToCharacters(value, 10 * most)).trim();
  if (line === '') throw new NotImported(`${what} is empty.`);
  if (Array.from(line).length > most) throw new NotImported(`${what} has more than ${most} characters.`);
  return line;
}

/** A text as it is; a longer one is refused. */
export function checkedText(value: unknown, most: number, what: string): string {
  if (typeof value !== 'string' || !isStorable(value)) throw new NotImported(`${what} is not a text.`);
  if (value.length > most) throw new NotImported(`${what} has more than ${most} characters.`);
  return value;
}

/** A text that may be cut: `reasons` gets why. Undefined without one. */
export function cutText(value: unknown, most: number, what: string, reasons: string[]): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') {
    reasons.push(`${what} is not a text and was left out.`);
    return undefined;
  }
  const text = value.toWellFormed().replaceAll('\0', '');
  if (text.length <= most) return text;
  reasons.push(`${what} was cut after ${most} characters.`);
  return cutToCharacters(text, most);
}

/** One of these values; undefined for a missing one. */
export function oneOf<Value>(values: readonly Value[], value: unknown, what: string): Value {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new NotImported(`${what} is not one of: ${values.join(', ')}.`);
  return found;
}

/** A moment of the years 1 to 9999; `reasons` gets why there is none. */
export function readMoment(value: unknown, what: string, reasons: string[]): Date | undefined {
  if (value === undefined || value === null) return undefined;
  const date = typeof value === 'string' ? readDate(value) : new Date(Number.NaN);
  if (date >= EARLIEST_DATE && date <= LATEST_DATE) return date;
  reasons.push(`${what} cannot be read and was left out.`);
  return undefined;
}

export function listOf<Item>(value: readonly Item[] | undefined, most: number, what: string): readonly Item[] {
  if (isMissing(value)) return [];
  if (!isList(value)) throw new NotImported(`${what} are not a list.`);
  if (value.length > most) throw new NotImported(`${what} are more than ${most}.`);
  return value;
}

const isList = (value: unknown): boolean => Array.isArray(value);
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
