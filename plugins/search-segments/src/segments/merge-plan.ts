import type { Directory, DirectoryEntries } from './directory.js';
import { Places } from './places.js';
import { MAX_SEGMENT_DOCUMENTS } from './segment.js';
import { supersededPlaces } from './superseded-places.js';

/** Stands for the place of a document that the merged segment does not have. */
export const LEFT_OUT = 0xffff;

/** Where the documents of several segments go in the merged one. */
export interface MergePlan {
  size: number;
  entries: DirectoryEntries;
  /** For each segment and each of its places, the new place or `LEFT_OUT`. */
  targets: Uint16Array[];
}

export interface MergeOptions {
  /** No older segment remains for which the removed documents must be known. */
  dropsRemoved: boolean;
  /** For each segment, the places of documents that newer segments than these have; none by default. */
  outdated?: readonly Uint16Array[];
}

/** Plans the merge of segments that are given oldest first. */
export function planMerge(oldestFirst: readonly Directory[], { dropsRemoved, outdated }: MergeOptions): MergePlan {
  const kept = oldestFirst.map((directory, position) => {
    const places = Places.all(directory.size);
    for (const place of outdated?.[position] ?? []) places.delete(place);
    for (const newer of oldestFirst.slice(position + 1)) {
      for (const place of supersededPlaces(directory, newer)) places.delete(place);
    }
    return dropsRemoved ? places.andNot(directory.removed) : places;
  });
  const size = kept.reduce((sum, places) => sum + places.count(), 0);
  if (size > MAX_SEGMENT_DOCUMENTS) {
    throw new RangeError(`a merge of ${size} documents: at most ${MAX_SEGMENT_DOCUMENTS} are possible`);
  }
  return planned(oldestFirst, kept, size);
}

function planned(directories: readonly Directory[], kept: readonly Places[], size: number): MergePlan {
  const sequences = new Float64Array(size);
  const createdAtMicros = new Float64Array(size);
  const removed = Places.none(size);
  const targets = directories.map((directory) => new Uint16Array(directory.size).fill(LEFT_OUT));
  const next = directories.map((_, index) => nextPlace(kept[index], 0));
  for (let target = 0; target < size; target += 1) {
    let earliest = 0;
    let time = Infinity;
    directories.forEach((directory, index) => {
      const created = directory.createdAtMicros[next[index] ?? 0] ?? Infinity;
      if (created < time) [earliest, time] = [index, created];
    });
    const place = next[earliest] ?? 0;
    const directory = directories[earliest];
    sequences[target] = directory?.sequences[place] ?? 0;
    createdAtMicros[target] = time;
    if (directory?.removed.has(place) === true) removed.add(target);
    targets[earliest]?.fill(target, place, place + 1);
    next[earliest] = nextPlace(kept[earliest], place + 1);
  }
  return { size, entries: { sequences, createdAtMicros, removed }, targets };
}

/** The first place of a set from `start` on; its size when there is none. */
function nextPlace(places: Places | undefined, start: number): number {
  const size = places?.size ?? 0;
  let place = start;
  while (place < size && places?.has(place) === false) place += 1;
  return place;
}
