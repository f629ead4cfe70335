import type { Directory } from './directory.js';
import { Places } from './places.js';
import { supersededPlaces } from './superseded-places.js';

/**
 * For each segment, newest first, the places that it answers for: their documents are not removed, and have no version
 * in a newer segment and none in the tail, whose sequences are given.
 */
export function liveMasks(newestFirst: readonly Directory[], tail: ReadonlySet<number>): Places[] {
  const changed = Float64Array.from(tail).sort();
  return newestFirst.map((directory, position) => {
    const mask = Places.all(directory.size).andNot(directory.removed);
    for (const newer of newestFirst.slice(0, position)) {
      for (const place of supersededPlaces(directory, newer)) mask.delete(place);
    }
    return mask.andNot(directory.placesOf(changed));
  });
}

/**
 * Does the work of `liveMasks` that is done once for each pair of segments, in steps of about a millisecond, so that the
 * caller can let others use the thread between them.
 */
export function* relateSegments(newestFirst: readonly Directory[]): Generator<void> {
  for (const [position, directory] of newestFirst.entries()) {
    for (const newer of newestFirst.slice(0, position)) {
      supersededPlaces(directory, newer);
      yield;
    }
  }
}
