import { expect } from '@jest/globals';
import { evaluateSearch } from './evaluate-tree.js';
import { ORGANIZATION } from './seeded-document.js';
import { ALL, and, CREATED, not, OTHER_TAG, TAG, text, type SuiteTools } from './suite-tools.js';

export function describeOrder({ check, given, found, context }: SuiteTools): void {
  check('orders by each field, and ties by creation time and id in the same direction', async () => {
    const documents = await given(
      {
        id: 'd4',
        name: 'lorem Banana',
        created: '2026-01-03',
        updated: '2026-02-01',
        date: '2020-01-01',
        size: 5_000_000_000,
      },
      { id: 'd1', name: 'Lorem apple', created: '2026-01-01', updated: '2026-02-02', size: 9 },
      { id: 'd3', name: 'LOREM CHERRY', created: '2026-01-02', updated: '2026-02-01', date: '2019-01-01' },
      { id: 'd2', name: 'lorem cherry', created: '2026-01-02', updated: '2026-02-01' },
      { id: 'd5', name: 'lorem Épée', created: '2026-01-02', updated: '2026-02-01', date: '2020-01-01' },
      { id: 'd6', name: 'lorem 請求', created: '2026-01-04', updated: '2026-02-01', date: '2020-01-01' },
    );
    for (const tree of [text('lorem'), ALL]) {
      expect(await found(tree, { field: 'name', order: 'asc' })).toEqual(['d1', 'd4', 'd2', 'd3', 'd5', 'd6']);
      expect(await found(tree, { field: 'size', order: 'desc' })).toEqual(['d4', 'd6', 'd5', 'd3', 'd2', 'd1']);
      expect(await found(tree, { field: 'documentDate', order: 'asc' })).toEqual(['d1', 'd2', 'd3', 'd5', 'd4', 'd6']);
      expect(await found(tree, { field: 'documentDate', order: 'desc' })).toEqual(['d6', 'd4', 'd5', 'd3', 'd2', 'd1']);
      for (const field of ['createdAt', 'updatedAt', 'name', 'documentDate', 'size'] as const) {
        for (const order of ['asc', 'desc'] as const) {
          const expected = evaluateSearch(documents, { organizationId: ORGANIZATION, tree }, { field, order });
          expect(await found(tree, { field, order })).toEqual(expected);
        }
      }
    }
  });

  check('returns pages that add up to all matches, with the total count', async () => {
    await given(
      ...Array.from({ length: 25 }, (_, index) => ({
        id: `p${String(index).padStart(2, '0')}`,
        content: 'lorem',
        tagIds: [TAG, OTHER_TAG],
      })),
    );
    for (const tree of [text('lorem'), and(text('lorem'), { kind: 'tag', tagIds: [TAG, OTHER_TAG] }), ALL]) {
      const page = (pageIndex: number) =>
        context().backend.search({
          organizationId: ORGANIZATION,
          tree,
          sort: { field: 'createdAt', order: 'desc' },
          pageIndex,
          pageSize: 5,
        });
      expect(await page(1)).toEqual({ ids: ['p19', 'p18', 'p17', 'p16', 'p15'], count: 25 });
      expect(await page(4)).toEqual({ ids: ['p04', 'p03', 'p02', 'p01', 'p00'], count: 25 });
      expect(await page(5)).toEqual({ ids: [], count: 25 });
    }
  });

  check('returns the ids of all matches in chunks, oldest first', async () => {
    const documents = await given(
      ...Array.from({ length: 1_200 }, (_, index) => ({ id: `m${String(index).padStart(4, '0')}`, content: 'all' })),
    );
    for (const tree of [text('all'), ALL, not(text('none'))]) {
      const ids: string[] = [];
      for await (const chunk of context().backend.matchIds({ organizationId: ORGANIZATION, tree })) ids.push(...chunk);
      expect(ids).toEqual(documents.map(({ id }) => id));
    }
    for await (const chunk of context().backend.matchIds({ organizationId: ORGANIZATION, tree: text('none') })) {
      expect(chunk).toEqual([]);
    }
  });

  check('stops a search on abort', async () => {
    await given({ id: 'a', content: 'word' });
    const request = { organizationId: ORGANIZATION, tree: text('word'), sort: CREATED, pageIndex: 0, pageSize: 10 };
    await expect(context().backend.search(request, AbortSignal.abort())).rejects.toThrow();
  });
}
