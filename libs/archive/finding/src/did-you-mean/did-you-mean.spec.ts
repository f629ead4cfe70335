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
  it('a query of which no word is known causes at most 17 searches', async () => {
    expect(await searchesFor('alpha bravo charlie delta echo')).toBe(17);
    expect(await searchesFor('"alpha bravo charlie delta" "echo foxtrot golf hotel" name:"india juliet"')).toBe(17);
    expect(await searchesFor('alpha "bravo charlie delta echo" golf')).toBe(8);
    expect(await searchesFor('tag:"a name of more than four words"')).toBe(1);
  });
});
