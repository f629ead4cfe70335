import { listBits } from './places.js';
import { LEFT_OUT } from './merge-plan.js';
import { type Postings, readPostings } from './postings.js';
import { MAX_SEGMENT_DOCUMENTS } from './segment.js';

/** Lists that fill less of the segment are sorted number by number. */
const BITMAP_FROM = 1 / 32;

/** The places of one term in the merged segment. */
export class MergedPlaces {
  count = 0;
  readonly #list: Uint32Array;
  readonly #read = new Uint32Array(MAX_SEGMENT_DOCUMENTS);
  readonly #words: Uint32Array;
  #isAscending = true;

  constructor(private readonly size: number) {
    this.#list = new Uint32Array(size);
    this.#words = new Uint32Array((size >>> 5) + 1);
  }

  clear(): void {
    this.count = 0;
    this.#isAscending = true;
  }

  /** Adds the documents that one segment has for the term. */
  add({ cursor, size, targets }: { cursor: Postings; size: number; targets: Uint16Array }): void {
    const read = this.#read;
    const list = this.#list;
    const found = readPostings(cursor, size, read);
    let { count } = this;
    let last = count > 0 ? (list[count - 1] ?? 0) : -1;
    for (let index = 0; index < found; index += 1) {
      const target = targets[read[index] ?? 0] ?? LEFT_OUT;
      if (target === LEFT_OUT) continue;
      if (target < last) this.#isAscending = false;
      last = target;
      list[count] = target;
      count += 1;
    }
    this.count = count;
  }

  /** A list whose first `count` places ascend. */
  sorted(): Uint32Array {
    if (this.#isAscending) return this.#list;
    if (this.count < this.size * BITMAP_FROM) this.#list.subarray(0, this.count).sort();
    else this.#sortThroughBitmap();
    return this.#list;
  }

  #sortThroughBitmap(): void {
    const list = this.#list;
    const words = this.#words;
    for (let index = 0; index < this.count; index += 1) {
      const place = list[index] ?? 0;
      words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31));
    }
    listBits(words, list);
    words.fill(0);
  }
}
