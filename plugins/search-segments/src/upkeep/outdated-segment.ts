import { Pacer } from '../pacer.js';
import type { SegmentInfo } from '../reading/organization-state.js';
import { Directory, Places } from '../segments/index.js';
import type { UpkeepTools } from './upkeep-tools.js';

/** A segment of which less is needed is written again without the rest, however large it is. */
const LEAST_NEEDED = 1 / 2;
const BITS = 8_192;

/** A segment of whose documents most have a newer version in newer segments. */
export interface OutdatedSegment {
  segment: SegmentInfo;
  isOldest: boolean;
  outdated: Uint16Array;
}

/**
 * The newest outdated segment. Merges alone would keep it forever once it is too large to be merged: documents that are
 * indexed again and again would fill segment after segment.
 */
export async function findOutdated(
  newestFirst: readonly SegmentInfo[],
  { sql, check }: UpkeepTools,
): Promise<OutdatedSegment | undefined> {
  const pacer = new Pacer();
  const seen = new Sequences();
  for (const segment of newestFirst) {
    check();
    const [row] = await sql.query<{ directory: Buffer }>(
      'select directory from search_segments_segment where id = $1',
      [segment.id],
    );
    // Another process has just replaced it, and looks itself.
    if (row === undefined) return undefined;
    const directory = Directory.decode(row.directory);
    const outdated: number[] = [];
    const needed = Places.all(directory.size);
    directory.sequences.forEach((sequence, place) => {
      if (seen.add(sequence)) return;
      outdated.push(place);
      needed.delete(place);
    });
    const isOldest = segment === newestFirst.at(-1);
    if (isOldest) needed.andNot(directory.removed);
    if (needed.count() < directory.size * LEAST_NEEDED)
      return { segment, isOldest, outdated: Uint16Array.from(outdated) };
    await pacer.step();
  }
  return undefined;
}

/** A set of sequences as bitmaps: those of one organization are near each other. */
class Sequences {
  readonly #bitmaps = new Map<number, Places>();

  /** False when the set has it already. */
  add(sequence: number): boolean {
    const bit = sequence % BITS;
    const key = (sequence - bit) / BITS;
    let bitmap = this.#bitmaps.get(key);
    if (bitmap === undefined) this.#bitmaps.set(key, (bitmap = Places.none(BITS)));
    if (bitmap.has(bit)) return false;
    bitmap.add(bit);
    return true;
  }
}
