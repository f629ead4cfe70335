import type { Directory } from './directory.js';
import { Places } from './places.js';

/** Places of an older segment whose documents have a version in a newer one. Both never change. */
const supersededPlaces = new WeakMap<Directory, WeakMap<Directory, Uint16Array>>();

/**
 * For each segment, newest first, the places that it answers for: their documents are not removed, and have no version
 * in a newer segment and none in the tail, whose sequences are given.
 */
export function liveMasks(newestFirst: readonly Directory[], tail: ReadonlySet<number>): Places[] {
  const changed = Float64Array.from(tail).sort();
  return newestFirst.map((directory, position) => {
    const mask = Places.all(directory.size).andNot(directory.removed);
    for (const newer of newestFirst.slice(0, position)) {
      for (const place of superseded(directory, newer)) mask.delete(place);
    }
    return mask.andNot(directory.placesOf(changed));
  });
}

function superseded(older: Directory, newer: Directory): Uint16Array {
  let byNewer = supersededPlaces.get(older);
  if (byNewer === undefined) supersededPlaces.set(older, (byNewer = new WeakMap()));
  let places = byNewer.get(newer);
  if (places === undefined) byNewer.set(newer, (places = older.index.commonPlaces(newer.index.sorted)));
  return places;
}
