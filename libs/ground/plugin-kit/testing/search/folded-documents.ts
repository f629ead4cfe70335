import type { SearchField } from '../../src/search/search-backend.js';
import { foldedText, indexedWords } from '../../src/search/words.js';
import type { SeededDocument } from './seeded-document.js';

/** Folding is most of the work of an evaluation, and many queries are evaluated on the same documents. */
const known = new WeakMap<SeededDocument, Map<SearchField, string>>();

/** The `foldedText` of a field. A document that changes is another object. */
export function foldedField(document: SeededDocument, field: SearchField): string {
  const fields = known.get(document) ?? new Map<SearchField, string>();
  known.set(document, fields);
  const folded = fields.get(field) ?? foldedText(indexedWords(document[field]));
  fields.set(field, folded);
  return folded;
}
