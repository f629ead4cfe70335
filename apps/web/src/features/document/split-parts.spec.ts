import { describe, expect, it } from '@jest/globals';
import { partOfPage, partsOf, toggled } from './split-parts';

const parts = (pagesCount: number, begins: number[], left: number[] = []) =>
  partsOf({ pagesCount, begins: new Set(begins), left: new Set(left) });

describe('the parts of a document that is split by hand', () => {
  it('a mark before a page ends one part and begins the next', () => {
    expect(parts(5, [3, 5])).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
      { from: 5, to: 5 },
    ]);
    expect(parts(3, [])).toEqual([{ from: 1, to: 3 }]);
    expect(parts(3, [1])).toEqual([{ from: 1, to: 3 }]);
  });

  it('a page that is left out is in no part, and ends the one before it', () => {
    expect(parts(5, [], [1, 3])).toEqual([
      { from: 2, to: 2 },
      { from: 4, to: 5 },
    ]);
    expect(parts(2, [2], [1, 2])).toEqual([]);
    expect(partOfPage(parts(5, [], [1, 3]), 4)).toBe(2);
    expect(partOfPage(parts(5, [], [1, 3]), 3)).toBeUndefined();
  });

  it('a mark is set and taken away', () => {
    expect([...toggled(new Set([2]), 3)]).toEqual([2, 3]);
    expect([...toggled(new Set([2, 3]), 3)]).toEqual([2]);
  });
});
