import { describe, expect, it } from '@jest/globals';
import type { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { parseQuery, type QueryNode } from '#capabilities/query';
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

  it('a year that the words are not found with is taken for the date of the document', async () => {
    expect(await corrected('laptop 2020', { laptop: 3, '2020': 9, 'laptop date:2020': 2 }, [])).toEqual({
      query: 'laptop date:2020',
      count: 2,
    });
    expect(await corrected('laptpo 2020', { '2020': 9, 'laptop date:2020': 2 }, ['laptop'])).toMatchObject({
      query: 'laptop date:2020',
    });
    expect(await corrected('laptop "2020"', { laptop: 3, 'laptop date:2020': 2 }, [])).toBeNull();
    expect(await corrected('laptop 2020', { laptop: 3, 'laptop 2020': 1, 'laptop date:2020': 20 }, [])).toBeNull();
  });

  /** The correction of a query where each document has all the words of one of these lists, and those that start so. */
  async function correctedAmong(query: string, documents: readonly string[][]) {
    let searches = 0;
    const has = (words: readonly string[], node: QueryNode): boolean => {
      if (node.kind === 'and') return node.children.every((child) => has(words, child));
      if (node.kind === 'or') return node.children.some((child) => has(words, child));
      return node.kind === 'text' && words.some((word) => word.startsWith(node.text));
    };
    const count = (_: unknown, asked: string) => {
      searches += 1;
      const { tree } = parseQuery(asked);
      return Promise.resolve(documents.filter((words) => tree !== undefined && has(words, tree)).length);
    };
    const service = { count, peek: () => Promise.resolve([]) } as unknown as DocumentsService;
    const didYouMean = new DidYouMean(service, NO_NAMES, new NearWords(service));
    const correction = await didYouMean.of(CONTEXT, query, AbortSignal.timeout(10_000));
    return { query: correction?.query ?? null, searches };
  }

  it.each([
    ['steuerbescheid', [['bescheid', 'steuern']], 'steuer bescheid'],
    ['steuerbescheid alpha', [['bescheid', 'steuern', 'alpha'], ['steuerbescheid']], 'steuer bescheid alpha'],
    ['versicherungsschein', [['schein', 'versicherung']], 'versicherung schein'],
    ['versicherungsschein', [['schein', 'versicherungsbeitrag']], 'versicherungs schein'],
    ['steuerbescheid', [['bescheid'], ['steuer']], null],
    ['steuerbescheid beta', [['bescheid', 'steuer']], null],
    ['"steuerbescheid"', [['bescheid', 'steuer']], null],
    ['-steuerbescheid alpha', [['bescheid', 'steuer']], null],
    ['autobus', [['auto', 'bus']], null],
  ])('the joined word in %j is looked for in its parts among %j', async (query, documents, expected) => {
    const corrected = await correctedAmong(query, documents);
    expect(corrected.query).toBe(expected);
    expect(corrected.searches).toBeLessThan(20);
  });
});
