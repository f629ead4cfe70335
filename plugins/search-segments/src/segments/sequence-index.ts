import { MAX_SEGMENT_DOCUMENTS } from './segment.js';

/** Sequences whose distance fits together with a place into the 53 bits of a number. */
const MAX_SPAN = Number.MAX_SAFE_INTEGER / MAX_SEGMENT_DOCUMENTS - 1;

/** Finds the places of documents by their numbers. */
export class SequenceIndex {
  /** All sequences, ascending. */
  readonly sorted: Float64Array;
  readonly #places: Uint16Array | undefined;

  /** The places in the order of their sequences are given when this order is not 0, 1, 2, … */
  constructor(sequences: Float64Array, places: Uint16Array | undefined) {
    this.#places = places;
    this.sorted = places === undefined ? sequences : Float64Array.from(places, (place) => sequences[place] ?? -1);
  }

  /** Bytes in memory apart from the given sequences. */
  get ownBytes(): number {
    return this.#places === undefined ? 0 : this.sorted.byteLength + this.#places.byteLength;
  }

  /** Each document is there once, and the order is as it was said to be. */
  isStrictlyAscending(): boolean {
    const { sorted } = this;
    for (let index = 1; index < sorted.length; index += 1) {
      if ((sorted[index] ?? 0) <= (sorted[index - 1] ?? 0)) return false;
    }
    return true;
  }

  placeOf(sequence: number): number | undefined {
    const index = lowerBound(this.sorted, sequence, 0, this.sorted.length);
    return this.sorted[index] === sequence ? this.#placeAt(index) : undefined;
  }

  /** The places of the documents that have these ascending sequences, in the order of the sequences. */
  commonPlaces(sequences: Float64Array): Uint16Array {
    const { sorted } = this;
    const first = lowerBound(sequences, sorted[0] ?? 0, 0, sequences.length);
    const end = lowerBound(sequences, (sorted[sorted.length - 1] ?? -1) + 1, first, sequences.length);
    if (first === end) return new Uint16Array();
    let at = lowerBound(sorted, sequences[first] ?? 0, 0, sorted.length);
    const places = new Uint16Array(Math.min(end - first, sorted.length - at));
    let count = 0;
    for (let index = first; index < end && at < sorted.length;) {
      const sequence = sequences[index] ?? 0;
      const own = sorted[at] ?? 0;
      if (own === sequence) {
        places[count] = this.#placeAt(at);
        count += 1;
        at += 1;
        index += 1;
      } else if (own < sequence) at = nextFrom(sorted, sequence, at + 1, sorted.length);
      else index = nextFrom(sequences, own, index + 1, end);
    }
    return places.slice(0, count);
  }

  #placeAt(index: number): number {
    return this.#places === undefined ? index : (this.#places[index] ?? 0);
  }
}

/** The first index from `start` on whose value is not smaller; `end` when there is none. */
export function lowerBound(ascending: Float64Array, value: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same where the sought index is probably not far from the start: it is looked for in steps that double. */
function nextFrom(ascending: Float64Array, value: number, start: number, end: number): number {
  let low = start;
  let step = 1;
  while (low + step <= end && (ascending[low + step - 1] ?? 0) < value) {
    low += step;
    step *= 2;
  }
  return lowerBound(ascending, value, low, Math.min(end, low + step));
}

function isAscending(values: Float64Array): boolean {
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return false;
  }
  return true;
}

/** The places in the order of their sequences; undefined when it is 0, 1, 2, … */
export function placesBySequence(sequences: Float64Array): Uint16Array | undefined {
  if (isAscending(sequences)) return undefined;
  let least = Infinity;
  let most = 0;
  for (const sequence of sequences) {
    if (sequence < least) least = sequence;
    if (sequence > most) most = sequence;
  }
  if (most - least > MAX_SPAN) {
    return Uint16Array.from(sequences.keys()).sort((a, b) => (sequences[a] ?? 0) - (sequences[b] ?? 0));
  }
  // One number for both is sorted several times as fast as places with a comparison of their sequences.
  const pairs = sequences.map((sequence, place) => (sequence - least) * MAX_SEGMENT_DOCUMENTS + place).sort();
  return Uint16Array.from(pairs, (pair) => pair % MAX_SEGMENT_DOCUMENTS);
}
