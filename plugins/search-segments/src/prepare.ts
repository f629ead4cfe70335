import {
  defineTextPreparation,
  FoldedBytes,
  indexedWords,
  wordTerms,
  type PreparedText,
  type SearchField,
} from '@archivolt/plugin-kit';
import { packedKeys } from './documents/term-keys.js';

/** Bytes of distinct terms, each with its field and its end. */
const MAX_BYTES: Record<SearchField, number> = { content: 1_000_000, name: 20_000, notes: 24_000 };
const BYTES_AROUND_TERM = 2;

/** The parts of a prepared text. */
export type FieldParts = {
  /** Distinct keys in byte order, each followed by a zero byte. */
  terms: Uint8Array;
  /** The folded text in UTF-8. */
  text: Uint8Array;
};

export interface PreparedField extends PreparedText {
  parts: FieldParts;
}

export default defineTextPreparation((content) => prepareField(content, 'content'));

export function prepareField(text: string, field: SearchField): PreparedField {
  const terms = new BoundedTerms(MAX_BYTES[field]);
  const folded = new FoldedBytes();
  for (const word of indexedWords(text)) {
    terms.add(word);
    if (!folded.add(word)) break;
  }
  return {
    parts: { terms: packedKeys(field, terms.all), text: folded.bytes() },
    isCut: terms.isFull || folded.isFull,
  };
}

/** The same terms from the folded text of a content that was prepared before. */
export function termsOfFolded(folded: string): Uint8Array {
  const terms = new BoundedTerms(MAX_BYTES.content);
  for (const word of folded.split(' ')) if (word !== '') terms.add(word);
  return packedKeys('content', terms.all);
}

/** The first terms of a text, as many as are kept. */
class BoundedTerms {
  isFull = false;
  readonly all = new Set<string>();
  #bytes = 0;

  constructor(private readonly mostBytes: number) {}

  add(word: string): void {
    if (this.isFull) return;
    for (const term of wordTerms(word)) {
      if (this.all.has(term)) continue;
      const bytes = this.#bytes + BYTES_AROUND_TERM + Buffer.byteLength(term);
      this.isFull = bytes > this.mostBytes;
      if (this.isFull) return;
      this.#bytes = bytes;
      this.all.add(term);
    }
  }
}
