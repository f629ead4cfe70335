import { expect, it } from '@jest/globals';
import type { ContractCase } from '@archivolt/plugin-kit/testing';

/** One way to break a promise: the case that must notice, and a plugin that does it. */
export type Breakage<Target> = [noticedBy: string, how: string, make: () => Promise<Target> | Target];

/**
 * A suite is worth something when it can fail: the sound plugin keeps every promise, and for each promise there is a
 * plugin that breaks it and is caught by that very case.
 */
export function itCatches<Target>(
  cases: readonly ContractCase<Target>[],
  sound: () => Promise<Target> | Target,
  breakages: readonly Breakage<Target>[],
): void {
  it.each(cases.map((each) => [each.name, each] as const))('lets a sound plugin pass: %s', async (_, each) => {
    await each.check(await sound());
  });
  it.each(breakages)('by "%s" catches a plugin that %s', async (noticedBy, _, make) => {
    const found = cases.find(({ name }) => name === noticedBy);
    if (!found) throw new Error(`there is no case "${noticedBy}"`);
    await expect(found.check(await make())).rejects.toThrow();
  });
  it('breaks every promise once', () => {
    const broken = new Set(breakages.map(([noticedBy]) => noticedBy));
    expect(cases.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });
}
