import type { RankedSet } from '@archivolt/plugin-kit';
import { Places, selectByCreation, type Directory } from '../segments/index.js';
import type { Evaluation, PartMatches } from './evaluate.js';
import type { Pacer } from '../pacer.js';
import type { PageWindow } from './sort-columns.js';
import { markLeaf } from './text-leaf.js';

/** Documents among which a window of the order is, and how many of those stand before it. */
export interface RankedWindow {
  documents: { sequence: number; points: number }[];
  skip: number;
}

interface RankedPart extends PartMatches {
  /** By place. */
  points: Uint16Array;
}

/** All matches with their points, from which any window of their order is taken. */
export class RankedMatches {
  private constructor(
    private readonly parts: readonly RankedPart[],
    /** How many matches have so many points. */
    private readonly counts: Uint32Array,
    private readonly pacer: Pacer,
  ) {}

  static async of(
    matches: readonly PartMatches[],
    groups: readonly (readonly RankedSet[])[],
    { evaluation, pacer }: { evaluation: Evaluation; pacer: Pacer },
  ): Promise<RankedMatches> {
    const parts = matches.map((part) => ({ ...part, points: new Uint16Array(part.directory.size) }));
    for (const sets of groups) {
      const left = parts.map((part) => part.matches.copy());
      for (const set of sets) {
        const found = await placesOf(set, evaluation);
        for (const [index, part] of parts.entries()) {
          const rest = left[index];
          const places = found[index];
          if (rest === undefined || places === undefined || places.and(rest).isEmpty()) continue;
          places.addTo(part.points, set.points);
          rest.andNot(places);
        }
        await pacer.step();
      }
    }
    const counts = new Uint32Array(mostPoints(groups) + 1);
    for (const part of parts) {
      forEachMatch(part, (points) => (counts[points] = (counts[points] ?? 0) + 1));
      await pacer.step();
    }
    return new RankedMatches(parts, counts, pacer);
  }

  /** The documents of a window: those with the most points first, and of equally many the newest. */
  async window({ offset, size }: PageWindow): Promise<RankedWindow> {
    const last = this.#levelOf(
      Math.min(
        offset + size,
        this.counts.reduce((sum, count) => sum + count, 0),
      ) - 1,
    );
    const first = this.#levelOf(offset);
    if (first === undefined || last === undefined) return { documents: [], skip: 0 };
    const upper = await this.#ofLevel(first.points, { offset: offset - first.before, size });
    const documents = upper.sequences.map((sequence) => ({ sequence, points: first.points }));
    if (first.points === last.points) return { documents, skip: upper.skip };
    for (const part of this.parts) {
      forEachMatch(part, (points, place, { sequences }) => {
        if (points < first.points && points > last.points) documents.push({ sequence: sequences[place] ?? 0, points });
      });
      await this.pacer.step();
    }
    const lower = await this.#ofLevel(last.points, { offset: 0, size: offset + size - last.before });
    for (const sequence of lower.sequences) documents.push({ sequence, points: last.points });
    return { documents, skip: upper.skip };
  }

  /** The points of the match before which there are so many others, and how many have more points. */
  #levelOf(rank: number): { points: number; before: number } | undefined {
    let before = 0;
    for (let points = this.counts.length - 1; points >= 0; points -= 1) {
      const count = this.counts[points] ?? 0;
      if (rank < before + count) return { points, before };
      before += count;
    }
    return undefined;
  }

  async #ofLevel(points: number, window: PageWindow): Promise<{ sequences: number[]; skip: number }> {
    const level: PartMatches[] = [];
    for (const part of this.parts) {
      const matches = Places.none(part.directory.size);
      forEachMatch(part, (own, place) => {
        if (own === points) matches.add(place);
      });
      level.push({ directory: part.directory, matches });
      await this.pacer.step();
    }
    return selectByCreation(level, [], { ...window, order: 'desc' });
  }
}

/** Of each group a document gets the points of one set at most. They fit into 16 bits. */
function mostPoints(groups: readonly (readonly RankedSet[])[]): number {
  return groups.reduce((sum, sets) => sum + Math.max(0, ...sets.map(({ points }) => points)), 0);
}

async function placesOf(set: RankedSet, evaluation: Evaluation): Promise<Places[]> {
  if ('condition' in set) return evaluation.of(set.condition);
  const [first = [], ...others] = set.marks.map((mark) => evaluation.ofLeaf(markLeaf(mark)));
  return first.map((places, index) => others.reduce((all, other) => all.and(other[index] ?? all), places));
}

function forEachMatch(
  { directory, matches: { words }, points }: RankedPart,
  visit: (points: number, place: number, directory: Directory) => void,
): void {
  for (let index = 0; index < words.length; index += 1) {
    for (let word = words[index] ?? 0; word !== 0; word &= word - 1) {
      const place = index * 32 + 31 - Math.clz32(word & -word);
      visit(points[place] ?? 0, place, directory);
    }
  }
}
