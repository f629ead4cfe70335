import { indexedWords, wordTerms, type SearchField } from '@archivolt/plugin-kit';
import { FoldedBytes } from './folded-bytes.js';

/** Bytes of the distinct terms of a field: a tsvector holds 1 MiB of words in all. */
export const MOST_TERM_BYTES: Record<SearchField, number> = { content: 1_000_000, name: 20_000, notes: 24_000 };

/** The first distinct terms of a text, as many as are kept. */
export class BoundedTerms {
  isFull = false;
  readonly all = new Set<string>();
  /** Not less than the terms have; counted exactly when that exceeds the limit. */
  #bytes = 0;
  #isExact = false;

  /** `bytesAround`: what is stored with each term. */
  constructor(
    private readonly mostBytes: number,
    private readonly bytesAround: number,
  ) {}

  add(word: string): void {
    if (this.isFull) return;
    for (const term of wordTerms(word)) {
      if (this.all.has(term)) continue;
      if (!this.#isExact && this.#bytes + this.#mostBytesOf(term) > this.mostBytes) this.#count();
      const bytes = this.#bytes + (this.#isExact ? this.#bytesOf(term) : this.#mostBytesOf(term));
      this.isFull = bytes > this.mostBytes;
      if (this.isFull) return;
      this.#bytes = bytes;
      this.all.add(term);
    }
  }

  #count(): void {
    this.#isExact = true;
    this.#bytes = 0;
    for (const term of this.all) this.#bytes += this.#bytesOf(term);
  }

  #bytesOf(term: string): number {
    return this.bytesAround + Buffer.byteLength(term);
  }

  /** Without looking at each character. */
  #mostBytesOf(term: string): number {
    return this.bytesAround + 3 * term.length;
  }
}

/** The terms of a field and its folded text in UTF-8, both up to their limits. */
export function foldedField(
  text: string,
  field: SearchField,
  bytesAround: number,
): { terms: ReadonlySet<string>; text: Uint8Array; isCut: boolean } {
  const terms = new BoundedTerms(MOST_TERM_BYTES[field], bytesAround);
  const folded = new FoldedBytes();
  for (const word of indexedWords(text)) {
    terms.add(word);
    if (!folded.add(word)) break;
  }
  return { terms: terms.all, text: folded.bytes(), isCut: terms.isFull || folded.isFull };
}
