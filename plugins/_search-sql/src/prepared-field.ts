import {
  indexedWords,
  languageOf,
  languageTerm,
  WORDS_FOR_LANGUAGE,
  wordTerms,
  type SearchField,
} from '@archivolt/plugin-kit';
import { FoldedBytes } from './folded-bytes.js';
import { markedTerms } from './marked-terms.js';

/** Bytes of the distinct terms of a field: a tsvector holds 1 MiB of words in all. */
export const MOST_TERM_BYTES: Record<SearchField, number> = { content: 1_000_000, name: 20_000, notes: 24_000 };

/** The first distinct terms of a text, as many as are kept. */
export class BoundedTerms {
  isFull = false;
  /** How often each of them occurs. */
  readonly #occurrences = new Map<string, number>();
  readonly #marked: string[] = [];
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
      const count = this.#occurrences.get(term);
      if (count === undefined && !this.#takes(term)) {
        this.isFull = true;
        return;
      }
      this.#occurrences.set(term, (count ?? 0) + 1);
    }
  }

  /** The terms, and of the additional ones as many as fit: without these, documents are found by words all the same. */
  withMarks(field: SearchField): string[] {
    if (!this.isFull) {
      for (const term of markedTerms(field, this.#occurrences)) {
        if (!this.#takes(term)) break;
        this.#marked.push(term);
      }
    }
    return [...this.#occurrences.keys(), ...this.#marked];
  }

  #takes(term: string): boolean {
    if (!this.#isExact && this.#bytes + this.#mostBytesOf(term) > this.mostBytes) this.#count();
    const bytes = this.#bytes + (this.#isExact ? this.#bytesOf(term) : this.#mostBytesOf(term));
    if (bytes > this.mostBytes) return false;
    this.#bytes = bytes;
    return true;
  }

  #count(): void {
    this.#isExact = true;
    this.#bytes = 0;
    for (const term of this.#occurrences.keys()) this.#bytes += this.#bytesOf(term);
    for (const term of this.#marked) this.#bytes += this.#bytesOf(term);
  }

  #bytesOf(term: string): number {
    return this.bytesAround + Buffer.byteLength(term);
  }

  /** Without looking at each character. */
  #mostBytesOf(term: string): number {
    return this.bytesAround + 3 * term.length;
  }
}

/** The terms of a field, the additional ones last, and its folded text in UTF-8, all up to their limits. */
export function foldedField(
  text: string,
  field: SearchField,
  bytesAround: number,
): { terms: readonly string[]; text: Uint8Array; isCut: boolean } {
  const folded = new FoldedBytes();
  const terms = new FieldTerms(field, bytesAround);
  for (const word of indexedWords(text)) {
    terms.add(word);
    if (!folded.add(word)) break;
  }
  return { terms: terms.all(), text: folded.bytes(), isCut: terms.isFull || folded.isFull };
}

/** The terms of a field from its words, one by one. */
export class FieldTerms {
  readonly #terms: BoundedTerms;
  readonly #first: string[] = [];

  constructor(
    private readonly field: SearchField,
    bytesAround: number,
  ) {
    this.#terms = new BoundedTerms(MOST_TERM_BYTES[field], bytesAround);
  }

  get isFull(): boolean {
    return this.#terms.isFull;
  }

  add(word: string): void {
    if (this.field === 'content' && this.#first.length < WORDS_FOR_LANGUAGE) this.#first.push(word);
    this.#terms.add(word);
  }

  /** The additional ones last. Of a content, the first one is its language; the few bytes of it are not counted. */
  all(): readonly string[] {
    const terms = this.#terms.withMarks(this.field);
    return this.field === 'content' ? [languageTerm(languageOf(this.#first)), ...terms] : terms;
  }
}
