import { expect } from '@jest/globals';
import type { RankedTerm, SearchQueries, SearchSort, SearchTree } from '../../src/search/search-backend.js';
import { evaluateRelevance } from './evaluate-relevance.js';
import { evaluateSearch } from './evaluate-tree.js';
import { aSearchDocument, type SeededDocument } from './seeded-document.js';
import { ALL, and, not, or, TAG, text } from './suite-tools.js';

const FIELDS: readonly SearchSort['field'][] = ['createdAt', 'updatedAt', 'name', 'documentDate', 'size'];
const PAGE_SIZE = 100;

/**
 * 6,000 documents, of which every second one has the word `common`, but none of the first ones by name and by date: a
 * backend that walks through an order, and one that sorts, both find pages of it.
 */
export function manyDocuments(): SeededDocument[] {
  return Array.from({ length: 6_000 }, (_, index) =>
    aSearchDocument({
      id: `doc${String((index * 7_919) % 6_000).padStart(4, '0')}`,
      name: `${index < 3_000 ? 'a' : 'b'}${String(index % 50)}`,
      content: `${index % 2 === 0 || index >= 3_000 ? 'common' : 'other'} ${index % 3 === 0 ? 'two words' : 'words two'}`,
      created: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1_000).toISOString(),
      updated: new Date(Date.UTC(2026, 1, 1) + (index % 10) * 1_000).toISOString(),
      ...(index < 2_500 && index % 2 === 0
        ? {}
        : { date: new Date(Date.UTC(2025, 0, 1 + (index % 40))).toISOString() }),
      tagIds: index % 5 === 0 ? [TAG] : [],
    }),
  );
}

/** Searches that many of {@link manyDocuments} match, each with its name for a test. */
export const TREES_OF_MANY: readonly [string, SearchTree][] = [
  ['a word', text('common')],
  ['a phrase', text('two words')],
  ['a word with a tag', and(text('common'), { kind: 'tag', tagIds: [TAG] })],
  ['a word without another', and(text('words'), not(text('other')))],
  ['what lacks a word', not(text('other'))],
  ['a tag or a word', or(text('other'), { kind: 'tag', tagIds: [TAG] })],
  ['everything', ALL],
];

/** Expects the first, a middle and a late page of a search in each order, and its count. */
export async function expectPagesInEveryOrder(
  tree: SearchTree,
  documents: readonly SeededDocument[],
  backend: Pick<SearchQueries, 'search'>,
): Promise<void> {
  const request = { organizationId: documents[0]?.organizationId ?? '', tree };
  for (const field of FIELDS) {
    for (const order of ['asc', 'desc'] as const) {
      const sort = { field, order };
      const expected = evaluateSearch(documents, request, sort);
      for (const pageIndex of [0, 3, 7]) {
        const ids = expected.slice(pageIndex * PAGE_SIZE, (pageIndex + 1) * PAGE_SIZE);
        const page = await backend.search({ ...request, sort, pageIndex, pageSize: PAGE_SIZE });
        expect(page).toEqual({ ids, count: expected.length });
      }
    }
  }
}

const TERMS: RankedTerm[] = ['common', 'two'].map((word): RankedTerm => ({
  forms: [{ words: [word], weight: 16 }],
  fields: ['name', 'content', 'notes'],
  labels: [{ kind: 'tag', tagIds: [TAG] }],
}));

/** Expects pages of a search by relevance, of which the later ones are behind the documents whose texts are looked into. */
export async function expectPagesByRelevance(
  tree: SearchTree,
  documents: readonly SeededDocument[],
  backend: Pick<Required<SearchQueries>, 'searchByRelevance'>,
): Promise<void> {
  const request = { organizationId: documents[0]?.organizationId ?? '', tree, terms: TERMS };
  const expected = evaluateRelevance(documents, request);
  for (const pageIndex of [0, 1, 2, 7]) {
    const ids = expected.slice(pageIndex * PAGE_SIZE, (pageIndex + 1) * PAGE_SIZE);
    const page = await backend.searchByRelevance({ ...request, pageIndex, pageSize: PAGE_SIZE });
    expect(page).toEqual({ ids, count: expected.length });
  }
}
