import {
  defineTextPreparation,
  FoldedBytes,
  indexedWords,
  wordTerms,
  type PreparedText,
  type SearchField,
} from '@archivolt/plugin-kit';
import { PREFIX_BYTES } from './lexemes.js';

/** A tsvector holds 1 MiB of words in all; PostgreSQL does not check that for vectors made of arrays. */
const MAX_BYTES: Record<SearchField, number> = { content: 1_000_000, name: 20_000, notes: 24_000 };
const SPACE = 0x20;

/** The parts of a prepared text, in UTF-8. */
export type FieldParts = {
  /** Distinct terms separated by spaces. */
  terms: Uint8Array;
  /** The folded text. */
  text: Uint8Array;
};

export interface PreparedField extends PreparedText {
  parts: FieldParts;
}

export default defineTextPreparation(prepareContent);

export function prepareContent(content: string): PreparedField {
  return prepareField(content, MAX_BYTES.content);
}

export function prepareShortText(text: string, field: 'name' | 'notes'): PreparedField {
  return prepareField(text, MAX_BYTES[field]);
}

function prepareField(text: string, mostBytes: number): PreparedField {
  const terms = new BoundedTerms(mostBytes);
  const folded = new FoldedBytes();
  for (const word of indexedWords(text)) {
    terms.add(word);
    if (!folded.add(word)) break;
  }
  const encoder = new TextEncoder();
  return {
    parts: { terms: encoder.encode(terms.joined()), text: folded.bytes() },
    isCut: terms.isFull || folded.isFull,
  };
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
    if (bytes > MAX_BYTES[field]) break;
    end = next;
  }
  return terms.subarray(0, end);
}

/** The first terms of a text that fit into the vector. */
class BoundedTerms {
  isFull = false;
  readonly #terms = new Set<string>();
  /** Not less than the terms have; counted exactly when that exceeds the limit. */
  #bytes = 0;
  #isExact = false;

  constructor(private readonly mostBytes: number) {}

  add(word: string): void {
    if (this.isFull) return;
    for (const term of wordTerms(word)) {
      if (this.#terms.has(term)) continue;
      if (!this.#isExact && this.#bytes + mostBytesOf(term) > this.mostBytes) this.#count();
      const bytes = this.#bytes + (this.#isExact ? bytesOf(term) : mostBytesOf(term));
      this.isFull = bytes > this.mostBytes;
      if (this.isFull) return;
      this.#bytes = bytes;
      this.#terms.add(term);
    }
  }

  #count(): void {
    this.#isExact = true;
    this.#bytes = 0;
    for (const term of this.#terms) this.#bytes += bytesOf(term);
  }

  joined(): string {
    return [...this.#terms].join(' ');
  }
}

const bytesOf = (term: string): number => PREFIX_BYTES + Buffer.byteLength(term);
/** Without looking at each character. */
const mostBytesOf = (term: string): number => PREFIX_BYTES + 3 * term.length;
