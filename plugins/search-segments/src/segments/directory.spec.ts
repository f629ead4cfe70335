import { describe, expect, it } from '@jest/globals';
import { builtSegment, randomSheets } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { Directory } from './directory.js';
import { Places } from './places.js';

function encoded(sequences: number[], createdAtMicros: number[], removed: number[] = []): Uint8Array {
  const places = Places.none(sequences.length);
  for (const place of removed) places.add(place);
  return Directory.encode({
    sequences: Float64Array.from(sequences),
    createdAtMicros: Float64Array.from(createdAtMicros),
    removed: places,
  });
}

describe('Directory', () => {
  it('the directory keeps the largest numbers, times before 1970 and the removed documents', () => {
    const sequences = [Number.MAX_SAFE_INTEGER, 0, 2 ** 40, 5];
    const times = [-(2 ** 52), -1, -1, 2 ** 52];
    const directory = Directory.decode(encoded(sequences, times, [1, 3]));
    expect([...directory.sequences]).toEqual(sequences);
    expect([...directory.createdAtMicros]).toEqual(times);
    expect([...directory.removed.valuesDescending()]).toEqual([3, 1]);
    expect(sequences.map((sequence) => directory.placeOf(sequence))).toEqual([0, 1, 2, 3]);
    expect([...directory.placesOf(Float64Array.of(0, 6, 2 ** 40)).valuesDescending()]).toEqual([2, 1]);
  });

  it('the directory finds the places of long and short lists, inside and outside of its range', () => {
    const random = new Random(1);
    for (const count of [0, 1, 40, 700]) {
      const { directory } = builtSegment(randomSheets(random, count, () => '.a'));
      for (const length of [0, 1, 5, 50, 3_000, 30_000]) {
        const end = random.pick([100, 3_000, 100_000]);
        const list = Float64Array.from(new Set(Array.from({ length }, () => random.below(end)))).sort();
        const wanted = new Set(list);
        const expected = [...directory.sequences.keys()].filter((place) => wanted.has(directory.sequences[place]!));
        expect([...directory.placesOf(list).valuesDescending()].reverse()).toEqual(expected);
      }
    }
  });

  it.each([
    ['a sequence twice', encoded([3, 3], [1, 2]), 'two versions'],
    ['descending times', encoded([3, 4], [2, 1]), 'order of their creation'],
    ['a negative sequence', encoded([-3], [1]), 'negative'],
    ['nothing', new Uint8Array(), 'ends in the middle'],
    ['another format', Uint8Array.of(9, 0), 'unknown format 9'],
    ['more documents than a segment may have', Uint8Array.of(1, 0xff, 0xff, 0xff, 0x7f), 'claims to have 268435455'],
    ['fewer bytes than documents', Uint8Array.of(1, 100, 1, 2, 3), 'ends in the middle'],
    ['a number without end', Uint8Array.of(1, ...new Uint8Array(20).fill(0xff)), 'too many bytes'],
    ['more bytes than documents', Uint8Array.of(...encoded([1, 2], [1, 2], [1]), 0), 'longer than its documents'],
    ['a removed document beyond its end', Uint8Array.of(1, 1, 5, 5, 0, 4), 'beyond the end'],
  ])('refuses a directory with %s', (_, bytes, message) => {
    expect(() => Directory.decode(bytes)).toThrow(message);
  });
});
