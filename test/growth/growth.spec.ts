import { describe, expect, it } from '@jest/globals';
import { growthOf, isLinear } from './growth.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';
import { READERS } from './readers-of-foreign-text.js';

const LIMIT_MS = 300_000;

describe('growthOf', () => {
  it('distinguishes work of quadratic time from work of linear time', async () => {
    const spaces = (length: number): string => `${' '.repeat(length)}a`;
    const fromEachPlace = (text: string): boolean[] => Array.from(text, (_, at) => text.includes('\n', at));
    expect(isLinear(await growthOf(fromEachPlace, spaces))).toBe(false);
    expect(isLinear(await growthOf((text) => text.includes('\n'), spaces))).toBe(true);
  });
});

describe('text parsers take time in proportion to the length of hostile input', () => {
  it.each(Object.entries(READERS))(
    '%s',
    async (_, read) => {
      const quadratic: string[] = [];
      for (const [name, input] of Object.entries(HOSTILE_INPUTS)) {
        const growth = await growthOf(read, input);
        if (!isLinear(growth)) quadratic.push(`${name}: ${growth.toFixed(1)} times the time for 4 times the length`);
      }
      expect(quadratic).toEqual([]);
    },
    LIMIT_MS,
  );
});
