import { defineTextPreparation, type PreparedText, type SearchField } from '@archivolt/plugin-kit';
import { foldedField, MOST_TERM_BYTES } from '@archivolt/search-sql';
import { PREFIX_BYTES } from './lexemes.js';

const SPACE = 0x20;

/** The parts of a prepared text, in UTF-8. */
export type FieldParts = {
  /** Distinct terms separated by spaces, the additional ones last. */
  terms: Uint8Array;
  /** The folded text. */
  text: Uint8Array;
};

export interface PreparedField extends PreparedText {
  parts: FieldParts;
}

export default defineTextPreparation(prepareContent);

export function prepareContent(content: string): PreparedField {
  return prepareField(content, 'content');
}

export function prepareShortText(text: string, field: 'name' | 'notes'): PreparedField {
  return prepareField(text, field);
}

function prepareField(text: string, field: SearchField): PreparedField {
  const { terms, text: folded, isCut } = foldedField(text, field, PREFIX_BYTES);
  return { parts: { terms: new TextEncoder().encode(terms.join(' ')), text: folded }, isCut };
}

/** As many of the prepared terms as fit, where what stands before each is longer than was counted. */
export function fittingTerms(terms: Uint8Array, field: SearchField, prefixBytes: number): Uint8Array {
  if (prefixBytes <= PREFIX_BYTES) return terms;
  let end = 0;
  let bytes = 0;
  while (end < terms.length) {
    const space = terms.indexOf(SPACE, end + 1);
    const next = space < 0 ? terms.length : space;
    bytes += next - end + prefixBytes;
    if (bytes > MOST_TERM_BYTES[field]) break;
    end = next;
  }
  return terms.subarray(0, end);
}
