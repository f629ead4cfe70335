import type { CustomPropertyType } from '#archive/properties';
import { EARLIEST_DATE, LATEST_DATE, readDate } from '#archive/documents';
import type { AppError } from '#ground/kernel';
import { PropertyValueInvalid } from './document-properties.errors.js';

/**
 * A value as plain JSON, by the type of its property: a text, a number, a date in ISO 8601, a boolean, the id of an
 * option, or several ids of options, users or documents, each once. Equal values are equal as JSON.
 */
export type StoredValue = boolean | number | string | string[];

const LONGEST_TEXT = 10_000;
const MOST_IDS = 500;
/** What an id counts as: responses have a name for it. */
export const SIZE_OF_ID = 300;

/**
 * Reads a value of a request; null when it is an empty list, which means no value. Throws PropertyValueInvalid. A
 * {@link StoredValue} is read as itself.
 */
export function readValue(type: CustomPropertyType, input: unknown): StoredValue | null {
  switch (type) {
    case 'text':
      return readText(input);
    case 'number':
      if (typeof input !== 'number' || !Number.isFinite(input)) throw expected(type, 'a finite number');
      return input + 0; // -0 becomes 0
    case 'date':
      return readTime(input);
    case 'boolean':
      if (typeof input !== 'boolean') throw expected(type, 'true or false');
      return input;
    case 'select':
      if (typeof input !== 'string') throw expected(type, 'the id of an option');
      return input;
    case 'multi_select':
      return readIds(input, type, 'a list of ids of options');
    case 'user_relation':
      return readIds(typeof input === 'string' ? [input] : input, type, 'a list of ids of members');
    case 'document_relation':
      return readIds(typeof input === 'string' ? [input] : input, type, 'a list of ids of documents');
  }
}

/** What the values of several properties refer to. */
export interface References {
  /** With the property that must have the option. */
  options: { propertyId: string; optionId: string }[];
  userIds: string[];
  documentIds: string[];
}

export function referencesOf(
  values: readonly { propertyId: string; type: CustomPropertyType; value: StoredValue | null }[],
): References {
  const options = new Map<string, { propertyId: string; optionId: string }>();
  const userIds = new Set<string>();
  const documentIds = new Set<string>();
  for (const { propertyId, type, value } of values) {
    for (const id of idsOf(type, value)) {
      if (type === 'user_relation') userIds.add(id);
      else if (type === 'document_relation') documentIds.add(id);
      else options.set(`${propertyId} ${id}`, { propertyId, optionId: id });
    }
  }
  return { options: [...options.values()], userIds: [...userIds], documentIds: [...documentIds] };
}

/** The ids that a value refers to; empty for types that refer to nothing. */
export function idsOf(type: CustomPropertyType, value: StoredValue | null): readonly string[] {
  if (Array.isArray(value)) return value;
  return type === 'select' && typeof value === 'string' ? [value] : [];
}

/** Roughly how many characters a value takes in a response. */
export function sizeOf(value: StoredValue | null): number {
  if (Array.isArray(value)) return value.length * SIZE_OF_ID;
  return typeof value === 'string' ? value.length : 0;
}

/** The value with one id in place of another one; a list has each id once. Other values stay as they are. */
export function replacedIn<Value>(value: Value, id: string, intoId: string): Value | string | string[] {
  if (Array.isArray(value)) return [...new Set(value.map((each: string) => (each === id ? intoId : each)))];
  return value === id ? intoId : value;
}

export function isSameValue(one: StoredValue | null, two: StoredValue | null): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

function readText(input: unknown): string {
  if (typeof input !== 'string') throw expected('text', 'a text');
  if (input.length > LONGEST_TEXT && Array.from(input).length > LONGEST_TEXT)
    throw expected('text', `a text of at most ${LONGEST_TEXT} characters`);
  if (input.includes('\0') || !input.isWellFormed())
    throw expected('text', 'a text without U+0000 and without halves of surrogate pairs');
  return input;
}

function readTime(input: unknown): string {
  const isReadable = typeof input === 'string' || typeof input === 'number';
  const date = typeof input === 'string' ? readDate(input) : new Date(isReadable ? input : Number.NaN);
  if (!(date >= EARLIEST_DATE && date <= LATEST_DATE))
    throw expected('date', 'a date of the years 1 to 9999, as text or in milliseconds since 1970');
  return date.toISOString();
}

function readIds(input: unknown, type: CustomPropertyType, what: string): string[] | null {
  if (!Array.isArray(input) || !input.every((id) => typeof id === 'string')) throw expected(type, what);
  const ids = [...new Set(input)];
  if (ids.length > MOST_IDS) throw expected(type, `${what} with at most ${MOST_IDS} entries`);
  return ids.length === 0 ? null : ids;
}

function expected(type: CustomPropertyType, what: string): AppError {
  return PropertyValueInvalid({ message: `A value of the type "${type}" must be ${what}.` });
}
