import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AppError } from '#ground/kernel';
import { ViewTree, type ViewNode } from './view-tree.js';

const ADA = 'usr_ada';
const BOB = 'usr_bob';

/** `a/b` is below `a`; `a/b:usr_ada` is private to Ada. The views are in the order of their siblings. */
function nodesOf(...paths: string[]): ViewNode[] {
  return paths.map((text, position) => {
    const [path = '', privateTo = null] = text.split(':');
    const [id = '', parentId = null] = path.split('/').reverse();
    return { id, parentId, position, privateTo };
  });
}

/** The ids of the views below a parent in their order, as they are after the change. */
function childrenOf(tree: ViewTree, nodes: readonly ViewNode[], parentId: string | null, added?: ViewNode): string[] {
  const moved = new Map(tree.moved('').map((place) => [place.id, place]));
  return [...nodes, ...(added ? [added] : [])]
    .map((node) => ({ ...node, ...moved.get(node.id) }))
    .filter((node) => node.parentId === parentId)
    .sort((a, b) => a.position - b.position)
    .map(({ id }) => id);
}

const code = (work: () => void): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as AppError).code;
  }
};

describe('the tree of saved views', () => {
  it('puts a new view last, or at the index that is given', () => {
    for (const [index, expected] of [
      [undefined, 'a b c new'],
      [0, 'new a b c'],
      [2, 'a b new c'],
      [99, 'a b c new'],
    ] as const) {
      const nodes = nodesOf('a', 'b', 'c');
      const tree = new ViewTree(nodes, ADA);
      const added = { id: 'new', parentId: null, privateTo: null, position: 0 };
      tree.put(added, index);
      expect(childrenOf(tree, nodes, null, added).join(' ')).toBe(expected);
    }
  });

  it('moves a view among its siblings to the index that it has afterwards', () => {
    for (const [index, expected] of [
      [0, 'b a c'],
      [1, 'a b c'],
      [2, 'a c b'],
    ] as const) {
      const nodes = nodesOf('a', 'b', 'c');
      const tree = new ViewTree(nodes, ADA);
      tree.put({ id: 'b', parentId: null, privateTo: null }, index);
      expect(childrenOf(tree, nodes, null).join(' ')).toBe(expected);
    }
  });

  it('counts the index among the views that the user sees', () => {
    const nodes = nodesOf('a', `x:${BOB}`, 'b', 'c');
    const tree = new ViewTree(nodes, ADA);
    tree.put({ id: 'c', parentId: null, privateTo: null }, 1);
    expect(childrenOf(tree, nodes, null)).toEqual(['a', 'x', 'c', 'b']);
    expect(tree.visibleCount).toBe(3);
  });

  it('refuses a view inside itself or inside a view below it', () => {
    const tree = new ViewTree(nodesOf('a', 'a/b', 'b/c'), ADA);
    for (const parentId of ['a', 'b', 'c'])
      expect(code(() => tree.put({ id: 'a', parentId, privateTo: null }))).toBe('document_views.inside_itself');
  });

  it('refuses a parent that does not exist, and one that is private to another user', () => {
    const tree = new ViewTree(nodesOf('a', `x:${BOB}`), ADA);
    for (const parentId of ['unknown', 'x'])
      expect(code(() => tree.put({ id: 'a', parentId, privateTo: null }))).toBe('document_views.parent_not_found');
  });

  it('refuses a shared view below a private one', () => {
    const tree = new ViewTree(nodesOf('a', `mine:${ADA}`), ADA);
    expect(code(() => tree.put({ id: 'a', parentId: 'mine', privateTo: null }))).toBe('document_views.parent_private');
    expect(code(() => tree.put({ id: 'a', parentId: 'mine', privateTo: ADA }))).toBeUndefined();
  });

  it('nests views ten deep, and counts the views below the one that is moved', () => {
    const chain = ['v1', ...Array.from({ length: 9 }, (_, index) => `v${index + 1}/v${index + 2}`)];
    const tree = new ViewTree(nodesOf(...chain, 'a', 'a/b'), ADA);
    const put = (parentId: string) => code(() => tree.put({ id: 'a', parentId, privateTo: null }));
    expect(put('v10')).toBe('document_views.too_deep');
    expect(put('v9')).toBe('document_views.too_deep');
    expect(put('v8')).toBeUndefined();
  });

  it('moves the views below a released one to its place', () => {
    const nodes = nodesOf('a', 'b', 'c', 'b/x', 'b/y', 'x/z');
    const tree = new ViewTree(nodes, ADA);
    tree.release('b');
    expect(childrenOf(tree, nodes, null)).toEqual(['a', 'b', 'x', 'y', 'c']);
    expect(tree.reparented('b')).toEqual(['x', 'y']);
    expect(childrenOf(tree, nodes, 'x')).toEqual(['z']);
  });

  it('the tree remains a tree of at most ten levels whatever is done to it', () => {
    const ids = Array.from({ length: 8 }, (_, index) => `v${index}`);
    const change = fc.record({
      id: fc.constantFrom(...ids),
      parentId: fc.option(fc.constantFrom(...ids), { nil: null }),
      privateTo: fc.option(fc.constantFrom(ADA), { nil: null }),
      index: fc.option(fc.nat(9), { nil: undefined }),
      releases: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const nodes = nodesOf(...ids);
        const tree = new ViewTree(nodes, ADA);
        for (const { id, parentId, privateTo, index, releases } of changes)
          code(() => {
            if (releases || privateTo !== null) tree.release(id, (child) => releases || child.privateTo === null);
            tree.put({ id, parentId, privateTo }, index);
          });
        const places = new Map(nodes.map((node) => [node.id, node.parentId]));
        for (const place of tree.moved('')) places.set(place.id, place.parentId);
        for (const id of ids) {
          let levels = 0;
          for (let above: string | null = id; above !== null; above = places.get(above) ?? null) {
            levels += 1;
            expect(levels).toBeLessThanOrEqual(10);
          }
        }
      }),
    );
  });
});
