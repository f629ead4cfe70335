import { describe, expect, it } from '@jest/globals';
import { isChanged } from './is-changed.js';
import { isFullSet } from './sample.js';

describe('isChanged', () => {
  it.each([
    [['libs/kit/'], true],
    [['libs/kit/src/a.ts'], true],
    [['libs/kit/src/a'], false],
    [['libs/k'], false],
    [['docs/', 'libs/kit/src/'], true],
    [[], false],
  ])('reports for %j whether a file of it has changed', (paths, expected) => {
    expect(isChanged(paths, ['libs/kit/src/a.ts'])).toBe(expected || isFullSet);
  });

  it('every file counts as changed when there is no history', () => {
    expect(isChanged([], null)).toBe(true);
  });
});
