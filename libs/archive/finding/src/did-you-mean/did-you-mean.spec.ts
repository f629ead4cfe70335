import { describe, expect, it } from '@jest/globals';
import type { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import type { QueryNames } from '../suggestions/query-names.js';
import { DidYouMean } from './did-you-mean.js';
import { NearWords } from './near-words.js';

const CONTEXT = {} as OrganizationContext;
const NO_NAMES = { of: () => Promise.resolve({ tags: [], properties: [], members: [] }) } as unknown as QueryNames;

/** How many searches the correction of a query takes when no document matches any of them. */
async function searchesFor(query: string): Promise<number> {
  let searches = 0;
  const search = <Found>(found: Found) => {
    searches += 1;
    return Promise.resolve(found);
  };
  const documents = { peek: () => search([]), count: () => search(0) } as unknown as DocumentsService;
  const didYouMean = new DidYouMean(documents, NO_NAMES, new NearWords(documents));
  expect(await didYouMean.of(CONTEXT, query, AbortSignal.timeout(10_000))).toBeNull();
  return searches;
}

describe('DidYouMean', () => {
  it('a query of which no word is known causes at most 21 searches', async () => {
    expect(await searchesFor('alpha bravo charlie delta echo')).toBe(21);
    expect(await searchesFor('alpha bravo name:charlie content:delta notes:echo')).toBe(21);
    expect(await searchesFor('tag:"a name of more than four words"')).toBe(1);
  });

  it('a text in quotes is not corrected', async () => {
    expect(await searchesFor('"alpha bravo charlie delta" "echo" name:"india"')).toBe(1);
    expect(await searchesFor('alpha "bravo charlie" golf')).toBe(9);
  });

  /** The correction of a query, when so many documents have each of these words, and documents have these names. */
  async function corrected(query: string, counts: Record<string, number>, names: string[]) {
    const documents = {
      count: (_: unknown, asked: string) => Promise.resolve(counts[asked] ?? 0),
      peek: () =>
        Promise.resolve(
          names.map((name) => ({
            id: name,
            name,
            highlights: [{ field: 'name', page: null, parts: [{ text: name }] }],
          })),
        ),
    } as unknown as DocumentsService;
    return new DidYouMean(documents, NO_NAMES, new NearWords(documents)).of(
      CONTEXT,
      query,
      AbortSignal.timeout(10_000),
    );
  }

  it('a query that few documents have is corrected when very many have the other one, with their number', async () => {
    const correction = { query: 'invoice', count: 20 };
    expect(await corrected('invocie', { invoice: 20 }, ['invoice'])).toEqual(correction);
    expect(await corrected('invocie', { invocie: 2, invoice: 20 }, ['invoice'])).toEqual(correction);
    expect(await corrected('invocie', { invocie: 3, invoice: 20 }, ['invoice'])).toBeNull();
    expect(await corrected('invocie', { invocie: 2, invoice: 10 }, ['invoice'])).toBeNull();
    expect(await corrected('"invocie"', { '"invocie"': 1, invoice: 20 }, ['invoice'])).toBeNull();
  });
});
