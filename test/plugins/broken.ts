import { expect, it } from '@jest/globals';
import type { ContractCase } from '@archivolt/plugin-kit/testing';
import { sample } from '../support/sample.js';

/** One broken promise: the case that must fail, a description, and a plugin that breaks it. */
export type Breakage<Target> = [noticedBy: string, how: string, make: () => Promise<Target> | Target];

/**
 * Tests a contract suite: a sound plugin passes every case, and for each case there is a broken plugin that fails
 * exactly that case. A case that waits for what never comes takes seconds: of such a suite, the gate tries `sampled` of the
 * broken plugins.
 */
export function itCatches<Target>(
  cases: readonly ContractCase<Target>[],
  sound: () => Promise<Target> | Target,
  breakages: readonly Breakage<Target>[],
  { sampled = breakages.length } = {},
): void {
  it.each(cases.map((each) => [each.name, each] as const))('passes a sound plugin in the case: %s', async (_, each) => {
    await each.check(await sound());
  });
  it.each(sample(breakages, sampled, ([noticedBy, how]) => `${noticedBy} ${how}`))(
    'the case "%s" fails for a plugin that %s',
    async (noticedBy, _, make) => {
      const found = cases.find(({ name }) => name === noticedBy);
      if (!found) throw new Error(`there is no case "${noticedBy}"`);
      await expect(found.check(await make())).rejects.toThrow();
    },
  );
  it('every case has a broken plugin that fails it', () => {
    const broken = new Set(breakages.map(([noticedBy]) => noticedBy));
    expect(cases.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });
}
