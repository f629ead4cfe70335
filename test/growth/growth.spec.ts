import { describe, expect, it } from '@jest/globals';
import { growthOf, isLinear } from './growth.js';

/** Work that takes this much CPU time on any machine. */
function spin(ms: number): void {
  const start = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(start);
    if (user + system >= ms * 1_000) return;
  }
}

describe('growthOf', () => {
  const length = (units: number): number => units;
  const MS = 25;

  it.each([
    ['quadratic', 2, false],
    ['linear', 1, true],
  ])('recognizes %s work', async (_, exponent, expected) => {
    const work = (units: number): void => spin(MS * (units / 2_000) ** exponent);
    expect(isLinear(await growthOf(work, length))).toBe(expected);
  });

  it('recognizes linear work although one step is steep', async () => {
    const work = (units: number): void => spin(MS * (units / 2_000) * (units > 2_000 ? 3 : 1));
    expect(isLinear(await growthOf(work, length))).toBe(true);
  });
});
