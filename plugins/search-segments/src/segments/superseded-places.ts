import type { Directory } from './directory.js';

/** What two directories have in common never changes, and every search asks for it. */
const remembered = new WeakMap<Directory, WeakMap<Directory, Uint16Array>>();

/** The places of an older segment whose documents have a version in a newer one. */
export function supersededPlaces(older: Directory, newer: Directory): Uint16Array {
  let byNewer = remembered.get(older);
  if (byNewer === undefined) remembered.set(older, (byNewer = new WeakMap()));
  let places = byNewer.get(newer);
  if (places === undefined) byNewer.set(newer, (places = older.index.commonPlaces(newer.index.sorted)));
  return places;
}
