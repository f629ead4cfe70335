import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../lib/query-language';
import { exampleSearch, lostOptions, moved, PROPERTY_TYPES } from './properties';

describe('the order of properties and options', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 9, 'bca'],
    [2, -1, 'cab'],
    [9, 0, 'abc'],
  ])('the item at %i is at %i after it was moved there', (from, to, expected) => {
    expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected);
  });
});

describe('options that are left out of a property', () => {
  it('removed options are named with the number of documents that lose them', () => {
    const before = [
      { id: '1', name: 'Open' },
      { id: '2', name: 'Done' },
      { id: '3', name: 'Old' },
    ];
    const usage = [{ optionId: '3', documentsCount: 4 }];
    expect(lostOptions(before, [{ id: '1' }, {}], usage)).toEqual([
      { id: '3', name: 'Old', documentsCount: 4 },
      { id: '2', name: 'Done', documentsCount: 0 },
    ]);
    expect(lostOptions(before, before, usage)).toEqual([]);
  });
});

describe('the example of a search', () => {
  it.each(PROPERTY_TYPES)('the example of a search is one filter for the type %s', (type) => {
    const options = [{ name: 'in progress (late)' }] as Parameters<typeof exampleSearch>[0]['options'];
    const { tree, notes } = parseQuery(exampleSearch({ key: 'größe', type, options }));
    expect(tree?.kind).toBe('filter');
    expect(notes).toEqual([]);
  });
});
