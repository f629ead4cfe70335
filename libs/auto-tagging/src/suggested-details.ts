import type { TaggingSuggestion } from '@archivolt/plugin-kit';
import type { SuggestibleDocument } from './document-suggestion.repository.js';
import type { SuggestionKind } from './document-suggestion.schema.js';
import { isOneLine } from './suggested-line.js';

const LONGEST_NAME = 255;
const LONGEST_EXTENSION = 32;
const PATH_SEPARATOR = /[/\\]/;
const VISIBLE = /[\p{L}\p{N}]/u;
const DATE = /^[1-9]\d{3}-\d\d-\d\d$/;

/** What is worth showing to a person: a real date for a document without one, a name for one with that of its file. */
export function detailsFor(
  { documentDate, name }: Pick<TaggingSuggestion, 'documentDate' | 'name'>,
  present: SuggestibleDocument,
): Map<SuggestionKind, string> {
  const details = new Map<SuggestionKind, string>();
  if (!present.hasDate && isRealDay(documentDate)) details.set('documentDate', documentDate);
  const newName = !present.isRenamed && typeof name === 'string' ? nameLike(name, present.name) : undefined;
  if (newName !== undefined) details.set('name', newName);
  return details;
}

/** A day between the years 1000 and 9999 that the calendar has. */
function isRealDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** With the extension of the present name; `undefined` for what cannot be a name, or is the present one. */
function nameLike(suggested: string, present: string): string | undefined {
  if (suggested.length > LONGEST_NAME) return undefined;
  const trimmed = suggested.trim();
  if (!isOneLine(trimmed) || PATH_SEPARATOR.test(trimmed) || !VISIBLE.test(trimmed)) return undefined;
  const extension = extensionOf(present);
  const hasIt = trimmed.toLowerCase().endsWith(extension.toLowerCase());
  const name = hasIt ? trimmed : trimmed + extension;
  return name.length > LONGEST_NAME || name === extension || name.toLowerCase() === present.toLowerCase()
    ? undefined
    : name;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return extension.length <= LONGEST_EXTENSION && /^\.[\p{L}\p{N}]+$/u.test(extension) ? extension : '';
}
