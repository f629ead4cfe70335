import { describe, expect, it } from '@jest/globals';
import { builtSegment, randomSheets, segmentDocument, termOf } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { addPlaces, type TermRange } from './add-places.js';
import { DamagedSegmentError } from './damaged-segment.error.js';
import { Directory } from './directory.js';
import { mergeSegments } from './merge-segments.js';
import { Places } from './places.js';
import { buildSegment } from './build-segment.js';
import type { SegmentBlock } from './segment.js';

const EVERYTHING: TermRange = { from: new Uint8Array(), to: Uint8Array.of(0xff) };

function read(body: number[], size = 100): number[] {
  const places = Places.none(size);
  addPlaces([{ firstTerm: termOf('.a'), body: Uint8Array.from(body) }], EVERYTHING, places);
  return [...places.valuesDescending()];
}

/** Bytes of which some are changed, or that end early. */
function damaged(random: Random, bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  if (random.below(4) === 0) return copy.subarray(0, random.below(copy.length));
  for (let change = 0; change <= random.below(3); change += 1) copy[random.below(copy.length)] = random.below(256);
  return copy;
}

/** What fails may fail with one error only. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DamagedSegmentError)) throw error;
  }
}

describe('a damaged block', () => {
  it.each([
    ['ends before the places of its first term', [], 'ends in the middle of a term'],
    ['has a place beyond its segment', [0x90, 0x03], 'beyond the end of its segment'],
    ['has a gap beyond its segment', [2 * 4 + 1, 50, 49], 'beyond the end of its segment'],
    ['has a gap that does not end', [4 * 4 + 1, 0xff, 0xff, 0xff, 0xff], 'a gap between two places has too many bytes'],
    ['has a gap that continues behind its end', [1 * 4 + 1, 0x80, 1], 'a gap between two places has too many bytes'],
    ['has a bitmap longer than its segment', [14 * 4 + 2, ...new Array<number>(14).fill(0)], 'beyond the end'],
    ['has a bit behind its segment', [13 * 4 + 2, ...new Array<number>(12).fill(0), 0x10], 'beyond the end'],
    ['lacks a document beyond its segment', [1 * 4 + 3, 100], 'beyond the end of its segment'],
    ['lacks bytes of a term', [0, 0x1f], 'ends in the middle of a term'],
    ['has a term longer than its block', [0, 0x25, 98], 'a term is longer than its block'],
    ['shares more bytes than the term before it has', [0, 0x31, 98, 0], 'a term is longer than its block'],
    ['has the same term twice', [0, 0x20, 0], 'not in order'],
    ['goes back', [0, 0x11, 64, 0], 'not in order'],
    ['has documents that end behind it', [2 * 4 + 1], 'end beyond their block'],
    ['has a number without end', [0xff, 0xff, 0xff, 0xff, 0xff], 'a number has too many bytes'],
  ])('a damaged block is refused when it %s', (_, body, message) => {
    expect(() => read(body)).toThrow(message);
    expect(() => read(body)).toThrow(DamagedSegmentError);
  });

  it('a block is read where it is undamaged', () => {
    expect(read([3 * 4])).toEqual([3]);
    expect(read([2 * 4 + 1, 50, 48, 0x21, 98, 0])).toEqual([99, 50, 0]);
    expect(read([13 * 4 + 2, ...new Array<number>(12).fill(0), 0x08])).toEqual([99]);
    expect(read([1 * 4 + 3, 1], 3)).toEqual([2, 0]);
  });

  it('a block with random changes gives a wrong answer or a clear error, and nothing else', async () => {
    const random = new Random(1);
    const segment = builtSegment(randomSheets(random, 300));
    const size = segment.directory.size;
    for (let round = 0; round < 3_000; round += 1) {
      const { firstTerm, body } = segment.blocks[random.below(segment.blocks.length)]!;
      const block: SegmentBlock = { firstTerm, body: damaged(random, body) };
      tryTo(() => addPlaces([block], EVERYTHING, Places.none(size)));
      if (round % 10 > 0) continue;
      async function* stream() {
        yield await Promise.resolve(block);
      }
      const { blocks } = mergeSegments([{ directory: segment.directory, blocks: stream() }], { dropsRemoved: true });
      try {
        for await (const made of blocks) expect(made.body.length).toBeLessThan(7_800);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedSegmentError);
      }
    }
  });

  it('a directory with random changes gives a wrong answer or a clear error', () => {
    const random = new Random(2);
    const bytes = buildSegment(randomSheets(random, 300).map(segmentDocument)).directory;
    for (let round = 0; round < 3_000; round += 1) tryTo(() => Directory.decode(damaged(random, bytes)));
  });
});
