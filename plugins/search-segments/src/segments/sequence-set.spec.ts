import { describe, expect, it } from '@jest/globals';
import { Directory } from './directory.js';
import { Places } from './places.js';
import { SequenceSet } from './sequence-set.js';

const pause = () => Promise.resolve();

function part(sequences: number[], matching: number[]) {
  const removed = Places.none(sequences.length);
  const matches = Places.none(sequences.length);
  for (const place of matching) matches.add(place);
  const entries = {
    sequences: Float64Array.from(sequences),
    createdAtMicros: Float64Array.from(sequences.keys()),
    removed,
  };
  return { directory: Directory.decode(Directory.encode(entries)), matches };
}

describe('SequenceSet', () => {
  it('a set has the documents that match in any part, and lists them in ascending order', async () => {
    const set = await SequenceSet.of([part([500, 70, 71], [0, 2]), part([], []), part([40_000, 33], [0, 1])], pause);
    expect([500, 71, 40_000, 33].map((sequence) => set?.has(sequence))).toEqual([true, true, true, true]);
    expect([70, 32, 34, 0, 40_001, 72, 1_000_000].some((sequence) => set?.has(sequence))).toBe(false);
    expect([...((await set?.values(4, pause)) ?? [])]).toEqual([33, 71, 500, 40_000]);
  });

  it('a set cannot be made of numbers that are too far apart', async () => {
    expect(await SequenceSet.of([part([1], [0]), part([2 ** 40], [0])], pause)).toBeUndefined();
  });

  it('a set without parts is empty', async () => {
    expect((await SequenceSet.of([], pause))?.has(0)).toBe(false);
  });
});
