import { describe, expect, it } from '@jest/globals';
import { Random } from '../../test/random.js';
import { Places } from './places.js';

const SIZES = [0, 1, 31, 32, 33, 64, 1_000, 5_000];

/** The same set twice: as bitmap, and as a set of numbers. */
function randomPair(random: Random, size: number): { places: Places; model: Set<number> } {
  const places = Places.none(size);
  const model = new Set<number>();
  const members = size === 0 ? 0 : random.pick([0, 1, size >> 4, size >> 1, size]);
  for (let index = 0; index < members; index += 1) {
    const place = random.below(size);
    places.add(place);
    model.add(place);
  }
  return { places, model };
}

function ascending(places: Places): number[] {
  return [...places.valuesDescending()].reverse();
}

function sorted(model: Iterable<number>): number[] {
  return [...model].sort((a, b) => a - b);
}

function kept(model: Set<number>, isKept: (place: number) => boolean): Set<number> {
  return new Set([...model].filter(isKept));
}

describe('Places', () => {
  it('places are computed like sets of numbers', () => {
    const random = new Random(1);
    for (const size of SIZES) {
      const all = new Set(Array.from({ length: size }, (_, place) => place));
      for (let round = 0; round < 6; round += 1) {
        const first = randomPair(random, size);
        const second = randomPair(random, size);
        const results: [Places, Set<number>][] = [
          [first.places.copy().and(second.places), kept(first.model, (place) => second.model.has(place))],
          [first.places.copy().or(second.places), new Set([...first.model, ...second.model])],
          [first.places.copy().andNot(second.places), kept(first.model, (place) => !second.model.has(place))],
          [first.places.copy().not(), kept(all, (place) => !first.model.has(place))],
          [Places.all(size).andNot(second.places).not(), second.model],
        ];
        for (const [places, model] of results) {
          expect(ascending(places)).toEqual(sorted(model));
          expect(places.count()).toBe(model.size);
          expect(places.isEmpty()).toBe(model.size === 0);
        }
        // The operands have stayed as they were.
        expect(ascending(first.places)).toEqual(sorted(first.model));
      }
    }
  });

  it('places are selected by their rank from the end', () => {
    const random = new Random(2);
    for (const size of SIZES) {
      const { places, model } = randomPair(random, size);
      const descending = sorted(model).reverse();
      for (const rank of [-1, 0, 1, 31, 32, 33, model.size >> 1, model.size - 1, model.size, size]) {
        expect(places.select(rank)).toBe(descending[rank]);
      }
    }
  });

  it('places that were added and not deleted are known', () => {
    const places = Places.none(70);
    for (const place of [0, 31, 32, 69, 70, 1_000]) places.add(place);
    places.delete(31);
    places.delete(33);
    places.delete(5_000);
    expect([0, 31, 32, 69].map((place) => places.has(place))).toEqual([true, false, true, true]);
    expect([-1, 70, 1_000].map((place) => places.has(place))).toEqual([false, false, false]);
    expect(places.count()).toBe(3);
  });

  it('refuses to combine sets of different segments', () => {
    expect(() => Places.none(10).and(Places.none(11))).toThrow('different segments: 10 and 11');
  });

  it('ranges are the same as places added one by one', () => {
    for (const size of [1, 31, 32, 33, 100]) {
      for (const [first, end] of [
        [0, size],
        [0, 0],
        [1, 32],
        [31, 65],
        [32, 64],
        [-3, 40],
        [5, 1_000],
        [20, 10],
      ] as const) {
        const expected = Places.none(size);
        for (let place = Math.max(0, first); place < end; place += 1) expected.add(place);
        expect([...Places.range(size, first, end).words]).toEqual([...expected.words]);
      }
    }
  });
});
