import { extensionOf, isOneLine, type TaggingSuggestion } from '@archivolt/plugin-kit';
import { isDay } from '#archive/documents';
import type { SuggestibleDocument } from './document-suggestion.repository.js';
import type { SuggestionKind } from './document-suggestion.schema.js';

const LONGEST_NAME = 255;
const PATH_SEPARATOR = /[/\\]/;
const VISIBLE = /[\p{L}\p{N}]/u;
/** Earlier dates in a text are misread far more often than meant. */
const EARLIEST_DAY = '1000-01-01';

/**
 * Returns what is worth showing to a person: a real date for a document without one, a name for one with that of its
 * file.
 */
export function detailsFor(
  { documentDate, name }: Pick<TaggingSuggestion, 'documentDate' | 'name'>,
  present: SuggestibleDocument,
): Map<SuggestionKind, string> {
  const details = new Map<SuggestionKind, string>();
  if (!present.hasDate && isLikelyDay(documentDate)) details.set('documentDate', documentDate);
  const newName = !present.isRenamed && typeof name === 'string' ? nameLike(name, present.name) : undefined;
  if (newName !== undefined) details.set('name', newName);
  return details;
}

function isLikelyDay(value: unknown): value is string {
  return typeof value === 'string' && isDay(value) && value >= EARLIEST_DAY;
}

/** Adds the extension of the present name; returns `undefined` for what cannot be a name, or is the present one. */
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
