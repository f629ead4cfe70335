import { describe, expect, it } from '@jest/globals';
import { assertPlace, MOST_LEVELS, pathOf, thoseLeftOut } from './tag-tree.js';

/** Each tag is below the one before it. */
const chain = (...ids: string[]): [string, string | null][] => ids.map((id, index) => [id, ids[index - 1] ?? null]);

describe('the tree of tags', () => {
  it('a tag may be below any tag that is not below it', () => {
    const tree = new Map(chain('a', 'b', 'c').concat(chain('d')));
    for (const [parentId, tagId] of [['a', 'd'], ['c', 'd'], ['d', 'a'], ['a', 'c'], ['c']] as const)
      expect(() => assertPlace(tree, parentId, tagId)).not.toThrow();
    for (const [parentId, tagId] of [
      ['a', 'a'],
      ['b', 'a'],
      ['c', 'a'],
      ['c', 'b'],
    ] as const)
      expect(() => assertPlace(tree, parentId, tagId)).toThrow('cannot be below itself');
    expect(() => assertPlace(tree, 'x', 'a')).toThrow('does not exist');
  });

  it('counts the levels above and below a tag that gets another place', () => {
    const tree = new Map(chain('1', '2', '3', '4').concat(chain('a', 'b')));
    expect(() => assertPlace(tree, '3', 'a')).not.toThrow();
    expect(() => assertPlace(tree, '4', 'a')).toThrow(`at most ${MOST_LEVELS} levels`);
    expect(() => assertPlace(tree, '4')).not.toThrow();
    expect(() => assertPlace(new Map(chain('1', '2', '3', '4', '5')), '5')).toThrow(`at most ${MOST_LEVELS} levels`);
  });

  it('names the tags that have no place below the one that theirs is merged into', () => {
    const tree = new Map([...chain('1', '2', '3', '4'), ...chain('a', 'b', 'c'), ['d', 'a'], ['e', 'b']] as const);
    expect(thoseLeftOut(tree, { tagId: 'a', intoTagId: '2' })).toEqual([]);
    expect(thoseLeftOut(tree, { tagId: 'a', intoTagId: '4' })).toEqual(['b']);
    expect(thoseLeftOut(tree, { tagId: 'a', intoTagId: 'd' })).toEqual(['d']);
    // What is above the other tag is not above it once the merged one is gone.
    expect(thoseLeftOut(tree, { tagId: 'a', intoTagId: 'c' })).toEqual(['b']);
    expect(thoseLeftOut(new Map([...tree, ['f', 'd'], ['g', 'f']]), { tagId: 'a', intoTagId: 'c' })).toEqual(['b']);
  });

  it('counts levels among more tags than a function may have arguments', () => {
    const tree = new Map(Array.from({ length: 300_000 }, (_, index) => [String(index), null]));
    expect(() => assertPlace(tree, '1', '2')).not.toThrow();
  });

  it('ends where stored tags form a circle', () => {
    const tree = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(pathOf(tree, 'a')).toEqual(['a', 'b']);
  });
});
