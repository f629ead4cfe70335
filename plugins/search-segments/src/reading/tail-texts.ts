import { Places } from '../segments/index.js';
import { documentHas } from './document-terms.js';
import type { IndexPart } from './index-part.js';
import type { TailEntry } from './organization-state.js';
import type { TailTexts } from './index-caches.js';
import type { Reading } from './reading.js';
import { documentHasByHash } from './term-hashes.js';
import type { TextLeaf } from './text-leaf.js';

/** Bytes of terms that are read at once. */
const READ_BYTES = 8_000_000;
const READ_DOCUMENTS = 1_000;

/** Leaves from which on it pays to make hashes of the terms of each document. */
const MANY_LEAVES = 24;

/** Which documents of a part of the tail have the terms of each leaf. */
export async function tailCandidates(
  part: IndexPart,
  leaves: readonly TextLeaf[],
  { organizationId, session, caches, pacer }: Reading,
): Promise<Places[]> {
  const results = leaves.map(() => Places.none(part.directory.size));
  const has = leaves.length < MANY_LEAVES ? documentHas : documentHasByHash;
  const check = (place: number, texts: TailTexts) => {
    leaves.forEach((leaf, index) => {
      if (has(texts, leaf)) results[index]?.add(place);
    });
  };
  const missing = new Map<number, number>();
  for (const [place, entry] of part.tail.entries()) {
    if (entry.isRemoved || leaves.length === 0) continue;
    const texts = caches.tail.get(cacheKey(entry));
    if (texts === undefined) missing.set(entry.sequence, place);
    else check(place, texts);
    await pacer.step();
  }
  const entryAt = (place: number | undefined) => part.tail[place ?? -1];
  for (const sequences of portions([...missing].flatMap(([, place]) => entryAt(place) ?? []))) {
    const rows = await session.query<TailTexts & { sequence: string }>(
      `select sequence, name, notes, content from search_segments_tail
       where organization_id = $1 and sequence = any($2::bigint[])`,
      [organizationId, sequences],
    );
    for (const { sequence, ...texts } of rows) {
      const place = missing.get(Number(sequence)) ?? -1;
      const entry = entryAt(place);
      const own = ownBytes(texts);
      check(place, own);
      if (entry !== undefined) caches.tail.set(cacheKey(entry), own, entry.bytes + 400);
      await pacer.step();
    }
  }
  return results;
}

/** Short values of the database are parts of larger blocks of memory, which would be kept as a whole. */
function ownBytes({ name, notes, content }: TailTexts): TailTexts {
  return { name: new Uint8Array(name), notes: new Uint8Array(notes), content: new Uint8Array(content) };
}

function cacheKey({ sequence, version }: TailEntry): string {
  return `${String(sequence)} ${String(version)}`;
}

function* portions(entries: readonly TailEntry[]): Iterable<number[]> {
  let portion: number[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (portion.length > 0 && (bytes + entry.bytes > READ_BYTES || portion.length >= READ_DOCUMENTS)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(entry.sequence);
    bytes += entry.bytes;
  }
  if (portion.length > 0) yield portion;
}
