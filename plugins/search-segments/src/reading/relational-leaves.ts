import type { SearchTree } from '@archivolt/plugin-kit';
import type { DocumentLeaf } from '@archivolt/search-sql';
import { lowerBound } from '../segments/sequence-index.js';
import { Places } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import type { OrganizationLog } from './organization-log.js';
import { readSequences } from './read-sequences.js';
import type { Reading } from './reading.js';
import { rememberedLeaf } from './remembered-leaves.js';

type DateLeaf = Extract<SearchTree, { kind: 'date' }>;

const MICROS = 1_000;

/** What a condition on documents is asked of. */
export interface AskedIndex {
  parts: readonly IndexPart[];
  /** Missing in a database where nothing records changes: then nothing is remembered. */
  log: OrganizationLog | undefined;
}

/** The documents that satisfy a condition on their tags, dates, properties or types, as the core has them now. */
export async function relationalPlaces(
  leaf: DocumentLeaf,
  { parts, log }: AskedIndex,
  reading: Reading,
): Promise<Places[]> {
  if (leaf.kind === 'date' && leaf.field === 'createdAt') return parts.map((part) => createdPlaces(leaf, part));
  // The documents that are like one are others each time, so they are not worth remembering.
  if (log !== undefined && leaf.kind !== 'document') {
    const documents = await rememberedLeaf(leaf, { parts, log }, reading);
    return parts.map((part) => documents.placesIn(part));
  }
  const sequences = await readSequences(leaf, reading);
  const places: Places[] = [];
  for (const { directory } of parts) {
    places.push(directory.placesOf(sequences));
    await reading.pacer.step();
  }
  return places;
}

/** Places are in the order of creation. */
function createdPlaces({ from, before }: DateLeaf, { directory }: IndexPart): Places {
  const { createdAtMicros: times, size } = directory;
  const first = from === undefined ? 0 : lowerBound(times, from.getTime() * MICROS, 0, size);
  const end = before === undefined ? size : lowerBound(times, before.getTime() * MICROS, 0, size);
  return Places.range(size, first, end);
}
