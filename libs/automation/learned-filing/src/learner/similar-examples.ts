import { bucketsOf, type Examples } from './examples.js';
import { BUCKETS } from './features.js';

/** Finds documents by their words. */
export class SimilarExamples {
  /** Where the documents of each word begin in the list. */
  readonly #starts = new Uint32Array(BUCKETS + 1);
  readonly #documents: Uint32Array;
  readonly #shared: Uint16Array;

  constructor(examples: Examples) {
    const count = examples.starts.length - 1;
    for (const bucket of examples.buckets) this.#starts[bucket + 1] = (this.#starts[bucket + 1] ?? 0) + 1;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      this.#starts[bucket + 1] = (this.#starts[bucket + 1] ?? 0) + (this.#starts[bucket] ?? 0);
    const next = this.#starts.slice();
    this.#documents = new Uint32Array(examples.buckets.length);
    for (let document = 0; document < count; document += 1)
      for (const bucket of bucketsOf(examples, document)) {
        const at = next[bucket] ?? 0;
        next[bucket] = at + 1;
        this.#documents[at] = document;
      }
    this.#shared = new Uint16Array(count);
  }

  /** Up to `most` of the documents with at least one of the words, those with most of them first. */
  withWords(words: readonly number[], most: number, isWanted: (document: number) => boolean): number[] {
    const found: number[] = [];
    const shared = this.#shared;
    for (const bucket of words)
      for (let at = this.#starts[bucket] ?? 0; at < (this.#starts[bucket + 1] ?? 0); at += 1) {
        const document = this.#documents[at] ?? 0;
        if (shared[document] === 0) found.push(document);
        shared[document] = (shared[document] ?? 0) + 1;
      }
    const byCount = Array.from({ length: words.length + 1 }, (): number[] => []);
    for (const document of found) {
      if (isWanted(document)) byCount[shared[document] ?? 0]?.push(document);
      shared[document] = 0;
    }
    const closest: number[] = [];
    for (let count = words.length; count > 0 && closest.length < most; count -= 1)
      closest.push(...(byCount[count] ?? []).slice(0, most - closest.length));
    return closest;
  }
}
