import { it } from '@jest/globals';
import { isFullSet, sample } from './sample.js';

type DeclareTest = (name: string, run: () => Promise<void>, timeout?: number) => void;

/**
 * Declares a group of tests that each cost seconds: the gate runs every `parts`-th of them, from another one on for each
 * commit, the full set all.
 */
export function inTurn(parts: number, declare: typeof it | typeof it.skip = it): DeclareTest {
  const all = Array.from({ length: parts }, (_, part) => part);
  const chosen = sample(all, 1, String);
  let declared = 0;
  return (name, run, timeout) => {
    const isChosen = isFullSet || chosen.includes(declared % parts);
    declared += 1;
    (isChosen ? declare : it.skip)(name, run, timeout);
  };
}
