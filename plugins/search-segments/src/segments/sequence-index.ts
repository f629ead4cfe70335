import { type Places } from './places.js';
import { MAX_SEGMENT_DOCUMENTS } from './segment.js';

/** Sequences whose distance fits beside a place into the 53 bits of a number. */
const MAX_SPAN = Number.MAX_SAFE_INTEGER / MAX_SEGMENT_DOCUMENTS - 1;
/** A shorter list is looked up one by one, a longer one is walked side by side with the index. */
const WALK_FROM = 8;

/** Finds the places of documents by their numbers. */
export class SequenceIndex {
  /** All sequences, ascending. */
  readonly sorted: Float64Array;
  /** The places of the sorted sequences; undefined when they are 0, 1, 2, … */
  readonly #places: Uint16Array | undefined;

  constructor(sequences: Float64Array) {
    if (isAscending(sequences)) {
      this.sorted = sequences;
      return;
    }
    this.#places = sortedPlaces(sequences);
    this.sorted = Float64Array.from(this.#places, (place) => sequences[place] ?? 0);
  }

  /** Bytes in memory apart from the given sequences. */
  get ownBytes(): number {
    return this.#places === undefined ? 0 : this.sorted.byteLength + this.#places.byteLength;
  }

  isDistinct(): boolean {
    const { sorted } = this;
    for (let index = 1; index < sorted.length; index += 1) if (sorted[index] === sorted[index - 1]) return false;
    return true;
  }

  placeOf(sequence: number): number | undefined {
    const index = lowerBound(this.sorted, sequence, 0, this.sorted.length);
    return this.sorted[index] === sequence ? this.#placeAt(index) : undefined;
  }

  /** Adds the places of the documents that have these ascending sequences. */
  addPlacesOf(sequences: Float64Array, into: Places): void {
    this.#eachCommon(sequences, (place) => into.add(place));
  }

  /** The places of the documents that have these ascending sequences, in the order of the sequences. */
  commonPlaces(sequences: Float64Array): Uint16Array {
    const places: number[] = [];
    this.#eachCommon(sequences, (place) => places.push(place));
    return Uint16Array.from(places);
  }

  #eachCommon(sequences: Float64Array, take: (place: number) => void): void {
    const { sorted } = this;
    if (sorted.length === 0) return;
    const first = lowerBound(sequences, sorted[0] ?? 0, 0, sequences.length);
    const end = lowerBound(sequences, (sorted[sorted.length - 1] ?? 0) + 1, first, sequences.length);
    if (first === end) return;
    let at = lowerBound(sorted, sequences[first] ?? 0, 0, sorted.length);
    const isShort = (end - first) * WALK_FROM < sorted.length - at;
    const isLong = (sorted.length - at) * WALK_FROM < end - first;
    for (let index = first; index < end && at < sorted.length;) {
      const sequence = sequences[index] ?? 0;
      const own = sorted[at] ?? 0;
      if (own === sequence) take(this.#placeAt(at));
      if (own < sequence) at = isShort ? lowerBound(sorted, sequence, at, sorted.length) : at + 1;
      else if (own > sequence && isLong) index = lowerBound(sequences, own, index, end);
      else index += 1;
    }
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

function isAscending(values: Float64Array): boolean {
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return false;
  }
  return true;
}

/** The places in the order of their sequences. */
function sortedPlaces(sequences: Float64Array): Uint16Array {
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
