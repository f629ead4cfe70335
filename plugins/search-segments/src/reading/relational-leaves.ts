import type { SearchTree } from '@archivolt/plugin-kit';
import { unpackNumbers } from '../packed-numbers.js';
import { lowerBound } from '../segments/sequence-index.js';
import { Places } from '../segments/index.js';
import { BoundValues } from './bound-values.js';
import { documentCondition, type DocumentLeaf } from './document-condition.js';
import type { IndexPart } from './index-parts.js';
import type { Reading } from './reading.js';

type DateLeaf = Extract<SearchTree, { kind: 'date' }>;

const MICROS = 1_000;

/** The documents that satisfy a condition on their tags, dates, properties or types, as the core has them now. */
export async function relationalPlaces(
  leaf: DocumentLeaf,
  parts: readonly IndexPart[],
  reading: Reading,
): Promise<Places[]> {
  if (leaf.kind === 'date' && leaf.field === 'createdAt') return parts.map((part) => createdPlaces(leaf, part));
  const sequences = await readSequences(leaf, reading);
  const places: Places[] = [];
  for (const { directory } of parts) {
    places.push(directory.placesOf(sequences));
    await reading.pacer.step();
  }
  return places;
}

/** Ascending. */
async function readSequences(leaf: DocumentLeaf, { organizationId, session }: Reading): Promise<Float64Array> {
  const values = new BoundValues();
  const scope = `d.organization_id = ${values.bind(organizationId)} and d.deleted_at is null`;
  const condition = documentCondition(leaf, values);
  const [row] = await session.query<{ found: Buffer }>(
    `select coalesce(string_agg(int8send(d.sequence), ''::bytea order by d.sequence), '') as found
     from document d where ${scope} and ${condition}`,
    values.list,
  );
  return unpackNumbers(row?.found ?? Buffer.alloc(0));
}

/** Places are in the order of creation. */
function createdPlaces({ from, before }: DateLeaf, { directory }: IndexPart): Places {
  const { createdAtMicros: times, size } = directory;
  const first = from === undefined ? 0 : lowerBound(times, from.getTime() * MICROS, 0, size);
  const end = before === undefined ? size : lowerBound(times, before.getTime() * MICROS, 0, size);
  const places = Places.none(size);
  for (let place = first; place < end; place += 1) places.add(place);
  return places;
}
