import { DamagedSegmentError } from './damaged-segment.error.js';
import { MAX_TERM_BYTES, type SegmentDocument } from './segment.js';
import { compareBytes } from './term-order.js';

/** Bytes of a term that are compared as one number. */
const KEY_BYTES = 6;
const LOW_KEY_BYTES = 2 ** 24;

/** The terms of many documents in byte order; documents with the same term come in the order of their places. */
export class TermQueue {
  /** The place of the document whose term comes next, and where this term is in `bytes`. */
  place = 0;
  bytes: Uint8Array = new Uint8Array();
  start = 0;
  end = 0;
  readonly #terms: Uint8Array[];
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** The first bytes of the next term of each document. */
  readonly #keys: Float64Array;
  /** Places as a binary heap: the next term of each comes before those of its two children. */
  readonly #heap: Uint32Array;
  #length = 0;

  constructor(private readonly documents: readonly SegmentDocument[]) {
    const size = documents.length;
    this.#terms = documents.map(({ terms }) => terms ?? new Uint8Array());
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
    this.#keys = new Float64Array(size);
    this.#heap = new Uint32Array(size);
    this.#terms.forEach((terms, place) => {
      if (terms.length === 0) return;
      this.#read(place, 0);
      this.#heap[this.#length] = place;
      this.#length += 1;
    });
    for (let index = (this.#length >>> 1) - 1; index >= 0; index -= 1) this.#sink(index);
    this.#show();
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Moves to the next term of any document. True when it is the same term again. */
  next(): boolean {
    const { place, bytes, start, end } = this;
    const key = this.#keys[place] ?? 0;
    this.#advance(place);
    if (this.#length === 0) return false;
    this.#sink(0);
    this.#show();
    if (this.#keys[this.place] !== key) return false;
    return compareBytes(this.bytes, this.start, this.end, bytes, start, end) === 0;
  }

  #show(): void {
    const place = this.#heap[0] ?? 0;
    this.place = place;
    this.bytes = this.#terms[place] ?? this.bytes;
    this.start = this.#starts[place] ?? 0;
    this.end = this.#ends[place] ?? 0;
  }

  /** Replaces the first term of the heap by the next one of its document, or by the last of the heap. */
  #advance(place: number): void {
    const { start, end } = this;
    const key = this.#keys[place] ?? 0;
    if (end + 1 === this.bytes.length) {
      this.#length -= 1;
      this.#heap[0] = this.#heap[this.#length] ?? 0;
      return;
    }
    this.#read(place, end + 1);
    const next = this.#keys[place] ?? 0;
    const isAfter =
      next > key ||
      (next === key && compareBytes(this.bytes, end + 1, this.#ends[place] ?? 0, this.bytes, start, end) > 0);
    if (!isAfter) throw this.#malformed(place, 'are not distinct or not in order');
  }

  #read(place: number, start: number): void {
    const terms = this.#terms[place] ?? new Uint8Array();
    const end = terms.indexOf(0, start);
    if (end < 0) throw this.#malformed(place, 'do not end with a zero byte');
    if (end - start > MAX_TERM_BYTES) throw this.#malformed(place, 'are too long');
    let high = 0;
    let low = 0;
    for (let index = 0; index < 3; index += 1) {
      high = (high << 8) | (start + index < end ? (terms[start + index] ?? 0) : 0);
      low = (low << 8) | (start + 3 + index < end ? (terms[start + 3 + index] ?? 0) : 0);
    }
    this.#starts[place] = start;
    this.#ends[place] = end;
    this.#keys[place] = high * LOW_KEY_BYTES + low;
  }

  /** Moves a place down the heap until both children come after it. */
  #sink(from: number): void {
    const heap = this.#heap;
    const length = this.#length;
    const place = heap[from] ?? 0;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= length) break;
      if (child + 1 < length && this.#isBefore(heap[child + 1] ?? 0, heap[child] ?? 0)) child += 1;
      if (!this.#isBefore(heap[child] ?? 0, place)) break;
      heap[index] = heap[child] ?? 0;
      index = child;
    }
    heap[index] = place;
  }

  #isBefore(first: number, second: number): boolean {
    const keys = this.#keys;
    const difference = (keys[first] ?? 0) - (keys[second] ?? 0);
    if (difference !== 0) return difference < 0;
    const order = this.#compareRest(first, second);
    return order === 0 ? first < second : order < 0;
  }

  #compareRest(first: number, second: number): number {
    const empty = this.bytes;
    return compareBytes(
      this.#terms[first] ?? empty,
      (this.#starts[first] ?? 0) + KEY_BYTES,
      this.#ends[first] ?? 0,
      this.#terms[second] ?? empty,
      (this.#starts[second] ?? 0) + KEY_BYTES,
      this.#ends[second] ?? 0,
    );
  }

  #malformed(place: number, finding: string): DamagedSegmentError {
    return new DamagedSegmentError(`the terms of document ${this.documents[place]?.sequence ?? 0} ${finding}`);
  }
}
