import { describe, expect, it } from '@jest/globals';
import { columnsOf, pagesOf, withSuggestion } from './documents';
import { extended, NOTHING, toggled } from './selection';

describe('the contents of a list', () => {
  it('a list shows the columns of the address, without unknown and repeated ones', () => {
    expect(columnsOf('size,size,constructor,property:amount')).toEqual(['size', 'property:amount']);
    expect(columnsOf(undefined)).toEqual(['tags', 'documentDate', 'createdAt']);
    expect(columnsOf('none')).toEqual([]);
  });

  it.each([
    [0, 10, [0]],
    [95, 105, [0, 1]],
    [250, 250, [2]],
    [0, -1, [0]],
  ])('rows %i to %i of a list need the pages %j', (first, last, pages) => {
    expect(pagesOf(first, last, 100)).toEqual(pages);
  });

  it('a suggestion is put in its place, followed by a space unless it needs a value', () => {
    expect(withSuggestion('tag:ins x', { insert: 'tag:insurance', from: 0, to: 7 })).toEqual({
      query: 'tag:insurance x',
      caret: 14,
    });
    expect(withSuggestion('ta', { insert: 'tag:', from: 0, to: 2 })).toEqual({ query: 'tag:', caret: 4 });
  });
});

describe('the selection', () => {
  it('a selection of all matches becomes the known rows when one of them is removed', () => {
    const all = { ...NOTHING, isAll: true };
    expect([...toggled(all, 'b', 1, ['a', 'b', 'c']).ids]).toEqual(['a', 'c']);
  });

  it('a selection grows from its anchor in both directions', () => {
    const start = toggled(NOTHING, 'c', 2, []);
    const idAt = (index: number): string | undefined => 'abcde'[index];
    expect([...extended(start, 0, idAt).ids].sort()).toEqual(['a', 'b', 'c']);
    expect([...extended(start, 4, idAt).ids].sort()).toEqual(['c', 'd', 'e']);
  });
});
