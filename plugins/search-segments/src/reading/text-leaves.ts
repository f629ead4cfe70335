import { unpackNumbers } from '../packed-numbers.js';
import { Places } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import type { Reading } from './reading.js';
import { segmentCandidates, type AskedLeaf } from './segment-texts.js';
import { tailCandidates } from './tail-texts.js';
import type { TextLeaf } from './text-leaf.js';

/** Leaves in a segment each, whose sets are in memory for every field at once: a few megabytes. */
const LOOKED_UP_AT_ONCE = 512;
/** Texts that one statement looks into. */
const VERIFIED_AT_ONCE = 2_000;
/** What an entry of a cache takes besides its value. */
const ENTRY_BYTES = 300;

/** The places of a leaf in each part. Documents that a part does not answer for may be among them. */
export type PlacesByPart = Map<IndexPart, Places>;

/**
 * Answers each leaf, by its key. What a segment answers stays right for as long as it answers for the document, so it is
 * remembered.
 */
export async function findTexts(
  parts: readonly IndexPart[],
  leaves: readonly TextLeaf[],
  reading: Reading,
): Promise<Map<string, PlacesByPart>> {
  const found = new Map<string, PlacesByPart>(leaves.map(({ key }) => [key, new Map()]));
  const tail = parts.filter(({ segmentId }) => segmentId === undefined);
  for (const part of tail) {
    const candidates = await tailCandidates(part, leaves, reading);
    leaves.forEach(({ key }, index) => found.get(key)?.set(part, candidates[index] ?? none(part)));
  }
  const missing: AskedLeaf[] = [];
  for (const leaf of leaves) {
    for (const part of parts) {
      if (part.segmentId === undefined) continue;
      const known = reading.caches.leaves.get(cacheKey(part, leaf));
      if (known === undefined) missing.push({ part, leaf });
      else found.get(leaf.key)?.set(part, known);
    }
  }
  for (let start = 0; start < missing.length; start += LOOKED_UP_AT_ONCE) {
    const asked = missing.slice(start, start + LOOKED_UP_AT_ONCE);
    const candidates = await segmentCandidates(asked, reading);
    asked.forEach(({ part, leaf }, index) => found.get(leaf.key)?.set(part, candidates[index] ?? none(part)));
  }
  for (const leaf of leaves) {
    const places = found.get(leaf.key);
    if (places === undefined) continue;
    const looked = missing.filter((each) => each.leaf === leaf).map(({ part }) => part);
    await verify([...tail, ...looked], places, leaf, reading);
    for (const part of looked) remember(part, leaf, places, reading);
  }
  return found;
}

/** Keeps only the documents whose text has the words one after the other. */
async function verify(
  parts: readonly IndexPart[],
  places: PlacesByPart,
  { needle, fields }: TextLeaf,
  { organizationId, session, pacer }: Reading,
): Promise<void> {
  if (needle === undefined) return;
  const condition = fields.map(({ field }) => `strpos(t.${field}, $3) > 0`).join(' or ');
  const statement = `
    select coalesce(string_agg(int8send(t.sequence), ''::bytea order by t.sequence), '') as found
    from search_segments_text t
    where t.sequence = any($1::bigint[]) and t.organization_id = $2 and (${condition})`;
  for (const part of parts) {
    const candidates = places.get(part);
    if (candidates === undefined) continue;
    const sequences = Array.from(candidates.valuesDescending(), (place) => part.directory.sequences[place] ?? 0);
    const verified = none(part);
    for (let start = 0; start < sequences.length; start += VERIFIED_AT_ONCE) {
      const asked = sequences.slice(start, start + VERIFIED_AT_ONCE);
      const [row] = await session.query<{ found: Buffer }>(statement, [asked, organizationId, needle]);
      if (row !== undefined) verified.or(part.directory.placesOf(unpackNumbers(row.found)));
      await pacer.step();
    }
    places.set(part, verified);
  }
}

function remember(part: IndexPart, leaf: TextLeaf, places: PlacesByPart, { caches }: Reading): void {
  const found = places.get(part);
  if (found === undefined) return;
  const key = cacheKey(part, leaf);
  caches.leaves.set(key, found, found.words.byteLength + 2 * key.length + ENTRY_BYTES);
}

function none({ directory }: IndexPart): Places {
  return Places.none(directory.size);
}

function cacheKey({ segmentId }: IndexPart, { key }: TextLeaf): string {
  return `${String(segmentId)} ${key}`;
}
