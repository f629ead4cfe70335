import { lowerBound } from './sequence-index.js';
import type { Directory } from './directory.js';
import { bitsIn, type Places } from './places.js';

export interface CreationWindow {
  order: 'asc' | 'desc';
  offset: number;
  size: number;
}

/** Documents for one page, and how many of them to skip after sorting them by (created_at, id). */
export interface CreationPage {
  sequences: number[];
  skip: number;
}

/**
 * Selects a page of the matches of several segments and of single documents in the order of creation. Documents that
 * were created in the same microsecond as the first or the last one of the page are all returned: only their ids, which
 * the caller reads, decide their order.
 */
export function selectByCreation(
  parts: readonly { directory: Directory; matches: Places }[],
  singles: readonly { sequence: number; createdAtMicros: number }[],
  window: CreationWindow,
): CreationPage {
  const runs: Run[] = parts.map(({ directory, matches }) => new SegmentRun(directory, matches));
  if (singles.length > 0) runs.push(new SinglesRun(singles));
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  const end = Math.min(total, window.offset + window.size);
  if (window.offset >= end) return { sequences: [], skip: 0 };
  // In ascending order of creation, the page is from `first` to `last`.
  const isDescending = window.order === 'desc';
  const first = isDescending ? total - end : window.offset;
  const last = isDescending ? total - 1 - window.offset : end - 1;
  const start = timeAt(runs, first);
  const stop = first === last ? start : timeAt(runs, last);
  const sequences: number[] = [];
  for (const run of runs) run.collect(start, stop, sequences);
  return { sequences, skip: isDescending ? countUpTo(runs, stop) - 1 - last : first - countUpTo(runs, start - 1) };
}

/** The time of creation of the match before which, in ascending order, there are `rank` others. */
function timeAt(runs: readonly Run[], rank: number): number {
  const searched = runs.filter(({ total }) => total > 0);
  let low = Math.min(...searched.map(({ times }) => times[0] ?? 0));
  let high = Math.max(...searched.map(({ times }) => times[times.length - 1] ?? 0));
  const lows = new Uint32Array(searched.length);
  const highs = Uint32Array.from(searched, ({ times }) => times.length);
  const middles = new Uint32Array(searched.length);
  // The sought time is from low to high, and its places in each run from lows to highs.
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    let count = 0;
    searched.forEach((run, index) => {
      middles[index] = lowerBound(run.times, middle + 1, lows[index] ?? 0, highs[index] ?? 0);
      count += run.countBefore(middles[index] ?? 0);
    });
    if (count > rank) {
      high = middle;
      highs.set(middles);
    } else {
      low = middle + 1;
      lows.set(middles);
    }
  }
  return low;
}

function countUpTo(runs: readonly Run[], micros: number): number {
  return runs.reduce((sum, run) => sum + run.countBefore(lowerBound(run.times, micros + 1, 0, run.times.length)), 0);
}

/** Matches in ascending order of creation, among other documents. */
interface Run {
  /** When the documents were created, also those that do not match. */
  readonly times: Float64Array;
  /** Matches. */
  readonly total: number;
  /** Matches among the first so many documents. */
  countBefore(index: number): number;
  /** Adds the matches that were created from `start` to `stop`. */
  collect(start: number, stop: number, into: number[]): void;
}

class SegmentRun implements Run {
  readonly times: Float64Array;
  readonly total: number;
  /** Matches before each word of the bitmap. */
  readonly #before: Uint32Array;

  constructor(
    private readonly directory: Directory,
    private readonly matches: Places,
  ) {
    const { words } = matches;
    this.times = directory.createdAtMicros;
    this.#before = new Uint32Array(words.length + 1);
    let count = 0;
    for (let index = 0; index < words.length; index += 1) {
      count += bitsIn(words[index] ?? 0);
      this.#before[index + 1] = count;
    }
    this.total = count;
  }

  countBefore(place: number): number {
    const word = place >>> 5;
    const before = this.#before[word] ?? 0;
    const bits = place & 31;
    return bits === 0 ? before : before + bitsIn((this.matches.words[word] ?? 0) & ((1 << bits) - 1));
  }

  collect(start: number, stop: number, into: number[]): void {
    const { times } = this;
    const first = lowerBound(times, start, 0, times.length);
    const end = lowerBound(times, stop + 1, first, times.length);
    for (let place = first; place < end; place += 1) {
      // Words without a match are passed over as a whole.
      if ((this.matches.words[place >>> 5] ?? 0) === 0) place |= 31;
      else if (this.matches.has(place)) into.push(this.directory.sequences[place] ?? 0);
    }
  }
}

class SinglesRun implements Run {
  readonly times: Float64Array;
  readonly total: number;
  readonly #sequences: number[];

  constructor(singles: readonly { sequence: number; createdAtMicros: number }[]) {
    const ordered = singles.toSorted((first, second) => first.createdAtMicros - second.createdAtMicros);
    this.times = Float64Array.from(ordered, ({ createdAtMicros }) => createdAtMicros);
    this.#sequences = ordered.map(({ sequence }) => sequence);
    this.total = singles.length;
  }

  countBefore(index: number): number {
    return index;
  }

  collect(start: number, stop: number, into: number[]): void {
    this.times.forEach((time, index) => {
      if (time >= start && time <= stop) into.push(this.#sequences[index] ?? 0);
    });
  }
}
