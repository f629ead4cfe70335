import { describe, expect, it } from '@jest/globals';
import { builtSegment, type Sheet } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { Places } from './places.js';
import { selectByCreation } from './select-by-creation.js';

const byCreation = (a: Sheet, b: Sheet) => a.createdAtMicros - b.createdAtMicros || (a.id < b.id ? -1 : 1);

/** Documents of which many have the same time of creation, in several segments and in the tail; half of them match. */
function archive(random: Random, counts: readonly number[], times: number) {
  let sequence = 0;
  const sheets = (count: number): Sheet[] =>
    Array.from({ length: count }, () => {
      sequence += 1;
      const createdAtMicros = 1_700_000_000_000_000 + random.below(times);
      return { sequence, createdAtMicros, id: `${random.below(1_000_000)}-${sequence}`, words: new Set<string>() };
    });
  const matching: Sheet[] = [];
  const parts = counts.map((count) => {
    const members = sheets(count);
    const { directory } = builtSegment(members);
    const matches = Places.none(count);
    for (const sheet of members) {
      if (random.below(2) === 0) continue;
      matching.push(sheet);
      matches.add(directory.placeOf(sheet.sequence)!);
    }
    return { directory, matches };
  });
  const singles = sheets(random.below(20));
  return { parts, singles, ordered: [...matching, ...singles].sort(byCreation) };
}

describe('selectByCreation', () => {
  it('the page is the same as after sorting all matches, for every offset in both orders', () => {
    const random = new Random(1);
    for (const [counts, times] of [
      [[1], 1],
      [[40, 35, 70], 5],
      [[40, 35, 70], 1],
      [[100, 3, 64], 1_000_000_000],
      [[0, 90, 33], 60],
    ] as const) {
      const { parts, singles, ordered } = archive(random, counts, times);
      const bySequence = new Map(ordered.map((sheet) => [sheet.sequence, sheet]));
      for (const order of ['asc', 'desc'] as const) {
        const expected = order === 'asc' ? ordered : ordered.toReversed();
        for (let offset = 0; offset <= ordered.length + 1; offset += 1) {
          const size = random.pick([1, 2, 7, 25, 1_000]);
          const { sequences, skip } = selectByCreation(parts, singles, { order, offset, size });
          const found = sequences.map((sequence) => bySequence.get(sequence)!).sort(byCreation);
          if (order === 'desc') found.reverse();
          expect(found.slice(skip, skip + size)).toEqual(expected.slice(offset, offset + size));
        }
      }
    }
  });

  it('no more than the page is returned when no two documents were created at the same time', () => {
    const sheets = Array.from({ length: 500 }, (_, index) => ({
      sequence: index,
      createdAtMicros: index * 10,
      id: `${index}`,
      words: undefined,
    }));
    const { directory } = builtSegment(sheets);
    const page = selectByCreation([{ directory, matches: Places.all(500) }], [], {
      order: 'desc',
      offset: 100,
      size: 50,
    });
    expect(page.skip).toBe(0);
    expect(page.sequences).toEqual(Array.from({ length: 50 }, (_, index) => 350 + index));
  });

  it('returns nothing when nothing matches', () => {
    expect(selectByCreation([], [], { order: 'asc', offset: 0, size: 10 })).toEqual({ sequences: [], skip: 0 });
  });
});
