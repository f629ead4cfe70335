import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { moved, placeAt, placeBy, treeOf, type Drop, type TreeView } from './view-tree';

const VIEWS: TreeView[] = [
  { id: 'tax', parentId: null, position: 1 },
  { id: 'house', parentId: null, position: 0 },
  { id: 'insurance', parentId: 'house', position: 0 },
  { id: 'repairs', parentId: 'house', position: 1 },
];

const shape = (views: readonly TreeView[]): string =>
  JSON.stringify(treeOf(views), (key, value: unknown) => (key === 'view' ? (value as TreeView).id : value));

describe('the tree of views', () => {
  it('the tree has the views in their order below their parents', () => {
    const tree = treeOf(VIEWS);
    expect(tree.map(({ view }) => view.id)).toEqual(['house', 'tax']);
    expect(tree[0]?.children.map(({ view }) => view.id)).toEqual(['insurance', 'repairs']);
  });

  it('the tree shows a view at the top whose parent is not visible', () => {
    expect(treeOf([{ id: 'a', parentId: 'hidden', position: 0 }]).map(({ view }) => view.id)).toEqual(['a']);
  });

  it.each([
    ['tax', 'house', 'before', { parentId: null, position: 0 }],
    ['house', 'tax', 'after', { parentId: null, position: 1 }],
    ['tax', 'house', 'inside', { parentId: 'house', position: 2 }],
    ['repairs', 'insurance', 'before', { parentId: 'house', position: 0 }],
    ['house', 'insurance', 'inside', undefined],
    ['house', 'house', 'inside', undefined],
  ] as const)('%s dropped on %s (%s) gets %j', (id, target, drop, place) => {
    expect(placeAt(VIEWS, id, target, drop)).toEqual(place);
  });

  it.each([
    ['tax', 'up', { parentId: null, position: 0 }],
    ['tax', 'down', undefined],
    ['tax', 'in', { parentId: 'house', position: 2 }],
    ['house', 'in', undefined],
    ['repairs', 'out', { parentId: null, position: 1 }],
    ['tax', 'out', undefined],
  ] as const)('%s moved %s by the menu gets %j', (id, move, place) => {
    expect(placeBy(VIEWS, id, move)).toEqual(place);
  });

  it('the tree keeps every view and gains no cycle, however views are dropped', () => {
    const id = fc.constantFrom(...VIEWS.map((view) => view.id));
    const drop = fc.constantFrom<Drop>('after', 'before', 'inside');
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id, drop), { maxLength: 20 }), (drops) => {
        let views = VIEWS;
        for (const [dragged, target, how] of drops) {
          const place = placeAt(views, dragged, target, how);
          if (place) views = moved(views, dragged, place);
        }
        for (const view of VIEWS) expect(shape(views)).toContain(`"${view.id}"`);
      }),
    );
  });
});
