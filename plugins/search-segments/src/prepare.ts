import { defineTextPreparation, type PreparedText, type SearchField } from '@archivolt/plugin-kit';
import { FieldTerms, foldedField } from '@archivolt/search-sql';
import { packedKeys } from './documents/term-keys.js';

/** Its field and its end. */
const BYTES_AROUND_TERM = 2;

/** The parts of a prepared text. */
export type FieldParts = {
  /** Distinct keys in byte order, those of the additional terms too, each followed by a zero byte. */
  terms: Uint8Array;
  /** The folded text in UTF-8. */
  text: Uint8Array;
};

export interface PreparedField extends PreparedText {
  parts: FieldParts;
}

export default defineTextPreparation((content) => prepareField(content, 'content'));

export function prepareField(text: string, field: SearchField): PreparedField {
  const { terms, text: folded, isCut } = foldedField(text, field, BYTES_AROUND_TERM);
  return { parts: { terms: packedKeys(field, terms), text: folded }, isCut };
}

/** The same terms from the folded text of a content that was prepared before. */
export function termsOfFolded(folded: string): Uint8Array {
  const terms = new FieldTerms('content', BYTES_AROUND_TERM);
  for (const word of folded.split(' ')) if (word !== '') terms.add(word);
  return packedKeys('content', terms.all());
}
