import { describe, expect, it } from '@jest/globals';
import { growthOf, isLinear, type Measure } from './growth.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';

describe('growthOf', () => {
  const MS = 25;
  const length = (units: number): number => units;

  /** Returns the growth of work that takes these times, and the lengths that were measured. */
  async function measured(msOf: (units: number, attempt: number) => number): Promise<[number, number[]]> {
    const lengths: number[] = [];
    const measure: Measure = async (work) => {
      const units = (await work()) as number;
      lengths.push(units);
      return msOf(units, lengths.length);
    };
    return [await growthOf((units: number) => units, length, measure), lengths];
  }

  it.each([
    ['quadratic', 2, false],
    ['linear', 1, true],
  ])('growthOf recognizes %s work', async (_, exponent, expected) => {
    const [growth] = await measured((units) => MS * (units / 2_000) ** exponent);
    expect(isLinear(growth)).toBe(expected);
  });

  it('growthOf recognizes linear work although one step is steep', async () => {
    const [growth] = await measured((units) => MS * (units / 2_000) * (units > 2_000 ? 3 : 1));
    expect(isLinear(growth)).toBe(true);
  });

  it('growthOf measures linear work again when other programs make the first measurements longer and longer', async () => {
    const delayed = [1, 1, 2.5, 2.5, 2.5, 6, 6];
    const [growth, lengths] = await measured((units, attempt) => MS * (units / 2_000) * (delayed[attempt - 1] ?? 1));
    expect(growth).toBe(4);
    expect(lengths).toEqual([2_000, 2_000, 8_000, 8_000, 8_000, 32_000, 32_000, 2_000, 2_000, 8_000]);
  });

  it('growthOf measures longer inputs until the time is long enough to be compared', async () => {
    const [growth, lengths] = await measured((units) => units / 1_000);
    expect(growth).toBe(4);
    expect(lengths).toEqual([2_000, 8_000, 32_000, 32_000, 128_000]);
  });

  it('growthOf measures the CPU time of the thread', async () => {
    const spin = (ms: number): void => {
      const start = process.threadCpuUsage();
      for (let spent = 0; spent < ms * 1_000;) {
        const { user, system } = process.threadCpuUsage(start);
        spent = user + system;
      }
    };
    expect(isLinear(await growthOf((units: number) => spin((MS * units) / 2_000), length))).toBe(true);
    expect(await growthOf(() => undefined, length)).toBe(1);
  });

  const SPACES = HOSTILE_INPUTS['a letter and a long space']!;

  it('growthOf refuses a reader that looks for spaces at the end from each space', async () => {
    // eslint-disable-next-line regexp/no-super-linear-move -- it is what must be refused
    expect(isLinear(await growthOf((text) => text.replace(/\s+$/, ''), SPACES))).toBe(false);
  });

  it('growthOf accepts a reader that looks for the first space of each word', async () => {
    expect(isLinear(await growthOf((text) => text.replaceAll(/(?<!\s)\s/g, ''), SPACES))).toBe(true);
  });
});
