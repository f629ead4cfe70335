import { DamagedSegmentError } from './damaged-segment.error.js';
import { MAX_TERM_BYTES, type SegmentDocument } from './segment.js';
import { compareBytes, KEY_BYTES, termKey } from './term-order.js';

/** Most comparisons need no more than the first two keys of a term. */
const BOTH_KEYS_BYTES = 2 * KEY_BYTES;
/** The key of a document that has no more terms: larger than six bytes can make it. */
const NO_KEY = 2 ** 48;
const NOTHING = new Uint8Array();

/**
 * The terms of many documents in byte order; documents with the same term come in the order of their places. It is a
 * tournament: each match between two documents keeps its loser, so that only the matches of one document are repeated
 * when it moves on to its next term.
 */
export class TermQueue {
  isEmpty = false;
  /** The place of the document whose term comes next, and where this term is in `bytes`. */
  place = 0;
  bytes: Uint8Array = NOTHING;
  start = 0;
  end = 0;
  readonly #terms: Uint8Array[];
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** The first bytes of the next term of each document, as numbers. */
  readonly #keys: Float64Array;
  readonly #nextKeys: Float64Array;
  /** Documents that lost the matches 1, 2, …; match n follows the matches 2n and 2n + 1. */
  readonly #losers: Int32Array;

  constructor(private readonly documents: readonly SegmentDocument[]) {
    const size = documents.length;
    this.#terms = documents.map(({ terms }) => terms ?? NOTHING);
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
    this.#keys = new Float64Array(size);
    this.#nextKeys = new Float64Array(size);
    this.#losers = new Int32Array(size).fill(-1);
    for (let place = 0; place < size; place += 1) this.#read(place, 0);
    for (let place = 0; place < size; place += 1) this.#play(place);
    this.isEmpty = size === 0 || this.#keys[this.place] === NO_KEY;
  }

  /** Moves to the next term of any document. True when it is the same term again. */
  next(): boolean {
    const { place, bytes, start, end } = this;
    const key = this.#keys[place] ?? 0;
    const nextKey = this.#nextKeys[place] ?? 0;
    this.#read(place, end + 1);
    this.#checkOrder(key, nextKey);
    this.#play(place);
    const first = this.#keys[this.place] ?? 0;
    this.isEmpty = first === NO_KEY;
    if (first !== key || this.#nextKeys[this.place] !== nextKey) return false;
    return end - start <= BOTH_KEYS_BYTES
      ? this.end - this.start === end - start
      : compareBytes(this.bytes, this.start, this.end, bytes, start, end) === 0;
  }

  /** Plays the matches of a document up to the final, or to one whose other player is not known yet. */
  #play(place: number): void {
    const losers = this.#losers;
    const keys = this.#keys;
    let winner = place;
    let key = keys[place] ?? 0;
    for (let match = (place + losers.length) >>> 1; match > 0; match >>>= 1) {
      const loser = losers[match] ?? -1;
      if (loser < 0) {
        losers[match] = winner;
        return;
      }
      const other = keys[loser] ?? 0;
      if (other > key || (other === key && this.#compareSameKey(winner, loser) < 0)) continue;
      losers[match] = winner;
      winner = loser;
      key = other;
    }
    this.place = winner;
    this.bytes = this.#terms[winner] ?? NOTHING;
    this.start = this.#starts[winner] ?? 0;
    this.end = this.#ends[winner] ?? 0;
  }

  #compareSameKey(first: number, second: number): number {
    const difference = (this.#nextKeys[first] ?? 0) - (this.#nextKeys[second] ?? 0);
    return difference || this.#compareRest(first, second) || first - second;
  }

  #compareRest(first: number, second: number): number {
    const firstStart = (this.#starts[first] ?? 0) + BOTH_KEYS_BYTES;
    const firstEnd = this.#ends[first] ?? 0;
    const secondStart = (this.#starts[second] ?? 0) + BOTH_KEYS_BYTES;
    const secondEnd = this.#ends[second] ?? 0;
    if (firstEnd <= firstStart && secondEnd <= secondStart) return 0;
    const [firstTerms, secondTerms] = [this.#terms[first] ?? NOTHING, this.#terms[second] ?? NOTHING];
    return compareBytes(firstTerms, firstStart, firstEnd, secondTerms, secondStart, secondEnd);
  }

  /** Takes the term of a document that starts here. */
  #read(place: number, start: number): void {
    const terms = this.#terms[place] ?? NOTHING;
    if (start >= terms.length) {
      this.#starts[place] = 0;
      this.#ends[place] = 0;
      this.#keys[place] = NO_KEY;
      this.#nextKeys[place] = 0;
      return;
    }
    let end = start;
    const last = Math.min(terms.length, start + MAX_TERM_BYTES + 1);
    while (end < last && terms[end] !== 0) end += 1;
    if (end === terms.length) throw this.#malformed(place, 'do not end with a zero byte');
    if (end === last) throw this.#malformed(place, 'are too long');
    this.#starts[place] = start;
    this.#ends[place] = end;
    this.#keys[place] = termKey(terms, start, end);
    this.#nextKeys[place] = end - start > KEY_BYTES ? termKey(terms, start + KEY_BYTES, end) : 0;
  }

  /** The term that the document had before stands in `bytes`, from `start` to `end`. */
  #checkOrder(key: number, nextKey: number): void {
    const { place, bytes, start, end } = this;
    const difference = (this.#keys[place] ?? 0) - key || (this.#nextKeys[place] ?? 0) - nextKey;
    if (difference > 0) return;
    const isAfter =
      difference === 0 && compareBytes(bytes, this.#starts[place] ?? 0, this.#ends[place] ?? 0, bytes, start, end) > 0;
    if (!isAfter) throw this.#malformed(place, 'are not distinct or not in order');
  }

  #malformed(place: number, finding: string): DamagedSegmentError {
    return new DamagedSegmentError(`the terms of document ${this.documents[place]?.sequence ?? 0} ${finding}`);
  }
}
