import { expect } from '@jest/globals';
import type { RankedTerm, SearchTree } from '../../src/search/search-backend.js';
import { LOOKED_INTO } from '../../src/search/relevance/text-points.js';
import { foldWords } from '../../src/search/words.js';
import { evaluateRelevance } from './evaluate-relevance.js';
import { randomTerms } from './random-terms.js';
import { randomDocument, randomTree } from './random-trees.js';
import { SeededRandom } from './seeded-random.js';
import {
  aSearchDocument,
  ORGANIZATION,
  OTHER_ORGANIZATION,
  type DocumentFacts,
  type SeededDocument,
} from './seeded-document.js';
import { ALL, and, or, OTHER_TAG, TAG, text, type SuiteTools } from './suite-tools.js';

/** A term as the core makes it of a typed word or phrase; the weights are those of its other forms. */
function term(typed: string, { others = {}, labels = [] }: TermFacts = {}): RankedTerm {
  const forms = Object.entries({ [typed]: 16, ...others }).map(([form, weight]) => ({
    words: foldWords(form),
    weight,
  }));
  return { forms, fields: ['name', 'content', 'notes'], labels };
}

interface TermFacts {
  others?: Record<string, number>;
  labels?: RankedTerm['labels'];
}

/** What the core searches for when all of these terms are typed, each in any of its forms. */
function treeOf(terms: readonly RankedTerm[]): SearchTree {
  const texts = terms.map(({ forms, fields }) =>
    or(
      ...forms.flatMap((form): SearchTree[] => ('words' in form ? [{ kind: 'text', words: form.words, fields }] : [])),
    ),
  );
  return and(...texts);
}

const rest = (words: number): string => Array.from({ length: words }, (_, index) => `w${String(index)}`).join(' ');

/** A backend without `searchByRelevance` has nothing to do here. */
export function describeRelevance({ check, given, context, findsEndings }: SuiteTools): void {
  /** The first ids by relevance; `undefined` when the backend has no such order. */
  const ranked = async (
    terms: RankedTerm[],
    {
      tree = treeOf(terms),
      pageIndex = 0,
      pageSize = 50,
    }: { tree?: SearchTree; pageIndex?: number; pageSize?: number } = {},
  ) => {
    const request = { organizationId: ORGANIZATION, tree, terms, pageIndex, pageSize };
    return context().backend.searchByRelevance?.(request);
  };

  /** The documents are given in the expected order, the best first; the newer they are, the later they come. */
  const expectInOrder = async (terms: RankedTerm[], facts: DocumentFacts[], tree = treeOf(terms)) => {
    const documents = await given(...facts);
    const page = await ranked(terms, { tree });
    if (page === undefined) return;
    expect(page).toEqual({ ids: facts.map(({ id }) => id), count: facts.length });
    expect(evaluateRelevance(documents, { organizationId: ORGANIZATION, tree, terms })).toEqual(page.ids);
  };

  check('orders by relevance: a word in the name before one in the notes, before one in the content', async () => {
    await expectInOrder(
      [term('insurance')],
      [
        { id: 'name', name: 'Insurance policy', content: rest(50) },
        { id: 'notes', name: 'scan 1', notes: 'sent to the insurance', content: rest(50) },
        { id: 'content', name: 'scan 2', content: `${rest(30)} insurance ${rest(20)}` },
      ],
    );
  });

  check('orders by relevance: a whole word before the beginning of a longer one', async () => {
    await expectInOrder(
      [term('rent')],
      [
        { id: 'name', name: 'rent 2025' },
        { id: 'name-prefix', name: 'rental 2025' },
        { id: 'content', name: 'scan 1', content: `${rest(40)} rent ${rest(40)}` },
        { id: 'content-prefix', name: 'scan 2', content: `${rest(40)} rental ${rest(40)}` },
      ],
    );
  });

  check('orders by relevance: a text about something before one that mentions it, and short before long', async () => {
    await expectInOrder(
      [term('insurance')],
      [
        { id: 'about', content: `${rest(60)} insurance `.repeat(12) },
        { id: 'repeated', content: `${rest(90)} insurance `.repeat(2) },
        { id: 'short', content: `${rest(60)} insurance` },
        { id: 'mentioned', content: `${rest(300)} insurance ${rest(300)}` },
        { id: 'long', content: `${rest(1_500)} insurance ${rest(1_500)}` },
      ],
    );
  });

  check('orders by relevance: words next to each other before words near each other, before distant ones', async () => {
    await expectInOrder(
      [term('house'), term('contract')],
      [
        { id: 'phrase', content: `${rest(100)} house contract ${rest(100)}` },
        { id: 'near', content: `${rest(100)} contract for a house ${rest(100)}` },
        { id: 'far', content: `${rest(50)} house ${rest(100)} contract ${rest(50)}` },
      ],
    );
    await expectInOrder(
      [term('house'), term('contract')],
      [
        { id: 'phrase', name: 'house contract 2025' },
        { id: 'both', name: 'contract 2025 house' },
      ],
    );
  });

  check(
    'orders by relevance: first lines before the rest, and a name of the word alone before a longer one',
    async () => {
      await expectInOrder(
        [term('policy')],
        [
          { id: 'alone', name: 'policy' },
          { id: 'longer', name: 'policy of another house' },
          { id: 'title', name: 'scan 1', content: `policy ${rest(300)}` },
          { id: 'later', name: 'scan 2', content: `${rest(300)} policy` },
        ],
      );
    },
  );

  check('orders by relevance: the form as typed before other forms, by their weights', async () => {
    await expectInOrder(
      [term('invoices', { others: { invoice: 10, bill: 4 } })],
      [
        { id: 'typed', content: `${rest(50)} invoices ${rest(50)}` },
        { id: 'stem', content: `${rest(50)} invoice ${rest(50)}` },
        { id: 'other', content: `${rest(50)} bill ${rest(50)}` },
      ],
    );
  });

  check('orders by relevance: of two words, the rare one counts more', async () => {
    const common = Array.from({ length: 20 }, (_, index) => ({
      id: `common${String(index).padStart(2, '0')}`,
      content: `letter ${rest(40)}`,
    }));
    const documents = await given({ id: 'rare', content: `zeppelin ${rest(40)}` }, ...common, {
      id: 'both',
      content: `letter zeppelin ${rest(40)}`,
    });
    const terms = [term('letter'), term('zeppelin')];
    const tree = or(text('letter'), text('zeppelin'));
    const page = await ranked(terms, { tree });
    if (page === undefined) return;
    expect(page.ids.slice(0, 3)).toEqual(['both', 'rare', 'common19']);
    expect(page.ids).toEqual(evaluateRelevance(documents, { organizationId: ORGANIZATION, tree, terms }));
  });

  check('orders by relevance: a tag or an option with the name of the word counts like a word', async () => {
    const propertyId = 'cpd_000000000000000000000001';
    const labels: RankedTerm['labels'] = [
      { kind: 'tag', tagIds: [TAG] },
      { kind: 'property', propertyId, condition: { type: 'option', optionIds: ['insurances'] } },
    ];
    const content = `${rest(50)} insurance ${rest(50)}`;
    await expectInOrder(
      [term('insurance', { labels })],
      [
        { id: 'option', content, properties: [{ propertyId, type: 'option', optionIds: ['insurances'] }] },
        { id: 'tag', content, tagIds: [TAG], created: '2025-12-01' },
        { id: 'other', content, tagIds: [OTHER_TAG] },
        { id: 'none', content, created: '2025-12-02' },
      ],
    );
  });

  check('orders by relevance: of equally good ones the newest first, by the date of the document', async () => {
    const content = `${rest(50)} insurance ${rest(50)}`;
    await expectInOrder(
      [term('insurance')],
      [
        { id: 'new', content, created: '2026-03-01' },
        { id: 'b', content, created: '2026-02-01' },
        { id: 'a', content, created: '2026-02-01' },
        { id: 'old-by-date', content, created: '2026-03-02', date: '2020-05-01' },
        { id: 'oldest-by-date', content, created: '2026-03-03', date: '2010-05-01' },
      ],
    );
  });

  check('orders by relevance: without terms, and documents without any of them, by creation', async () => {
    const documents = await given(
      { id: 'none', content: 'letter', tagIds: [TAG] },
      { id: 'word', content: 'insurance' },
      { id: 'newest', content: 'letter', tagIds: [TAG] },
      { id: 'trashed', content: 'insurance', trashed: true },
      { id: 'foreign', content: 'insurance', organizationId: OTHER_ORGANIZATION },
    );
    const tree = or({ kind: 'tag', tagIds: [TAG] }, text('insurance'));
    for (const terms of [[term('insurance')], [], [{ ...term('insurance'), fields: [] }], [term("'; drop table --")]]) {
      const page = await ranked(terms, { tree });
      if (page === undefined) return;
      expect(page).toEqual({
        ids: evaluateRelevance(documents, { organizationId: ORGANIZATION, tree, terms }),
        count: 3,
      });
    }
    expect((await ranked([term('insurance')], { tree }))?.ids).toEqual(['word', 'newest', 'none']);
    expect((await ranked([], { tree }))?.ids).toEqual(['newest', 'word', 'none']);
    expect(await ranked([term('insurance')], { tree: text('nowhere') })).toEqual({ ids: [], count: 0 });
  });

  check('orders by relevance: phrases, and words inside of scripts without spaces', async () => {
    await expectInOrder(
      [term('請求書')],
      [
        { id: 'name', name: '請求書 2025' },
        { id: 'about', name: 'scan 1', content: '請求書について。請求書は、請求書の請求書。' },
        { id: 'mentioned', name: 'scan 2', content: `日本語の請求書、${rest(150)}` },
      ],
    );
    await expectInOrder(
      [term('house contract')],
      [
        { id: 'name', name: 'house contract' },
        { id: 'content', name: 'scan 1', content: `${rest(40)} house contract ${rest(40)}` },
      ],
    );
  });

  check(
    'returns pages by relevance that add up to all matches, also beyond those whose texts are looked into',
    async () => {
      await context().clean();
      const documents = manyRanked(LOOKED_INTO * 2 + 60);
      await context().seed(documents);
      const searches: [SearchTree, RankedTerm[]][] = [
        [text('contract'), [term('contract')]],
        [or(text('contract'), text('house')), [term('contract'), term('house')]],
        [ALL, [term('house')]],
      ];
      for (const [tree, terms] of searches) {
        const expected = evaluateRelevance(documents, { organizationId: ORGANIZATION, tree, terms });
        const ids: string[] = [];
        for (let pageIndex = 0; pageIndex * 70 <= documents.length; pageIndex += 1) {
          const page = await ranked(terms, { tree, pageIndex, pageSize: 70 });
          if (page === undefined) return;
          expect(page.count).toBe(expected.length);
          ids.push(...page.ids);
        }
        expect(ids).toEqual(expected);
        expect(await ranked(terms, { tree, pageIndex: 100, pageSize: 70 })).toEqual({
          ids: [],
          count: expected.length,
        });
      }
    },
  );

  check('returns for random queries by relevance what an evaluation of every document returns', async () => {
    const random = new SeededRandom(20_261_128);
    await context().clean();
    const documents = Array.from({ length: 120 }, (_, index) => randomDocument(random, `k${String(index)}`));
    await context().seed(documents);
    for (let round = 0; round < 150; round += 1) {
      const terms = randomTerms(random);
      const tree = random.below(3) === 0 ? ALL : randomTree(random, 3, { endings: findsEndings });
      const request = { organizationId: ORGANIZATION, tree, terms };
      const pageSize = 1 + random.below(60);
      const page = await ranked(terms, { tree, pageSize });
      if (page === undefined) return;
      const expected = evaluateRelevance(documents, request);
      expect({ ...request, ...page }).toEqual({ ...request, ids: expected.slice(0, pageSize), count: expected.length });
    }
  });

  check('stops a search by relevance on abort', async () => {
    await given({ id: 'a', content: 'word' });
    const { backend } = context();
    if (backend.searchByRelevance === undefined) return;
    const request = {
      organizationId: ORGANIZATION,
      tree: text('word'),
      terms: [term('word')],
      pageIndex: 0,
      pageSize: 10,
    };
    await expect(backend.searchByRelevance(request, AbortSignal.abort())).rejects.toThrow();
  });
}

/** Documents with few different points, several of them created at the same time. */
function manyRanked(count: number): SeededDocument[] {
  return Array.from({ length: count }, (_, index) =>
    aSearchDocument({
      id: `m${String((index * 7_919) % count).padStart(4, '0')}`,
      name: index % 9 === 0 ? `contract ${String(index % 4)}` : 'scan',
      content: `${index % 5 === 0 ? 'contracts' : 'contract'} ${index % 7 === 0 ? 'house' : ''} ${rest(index % 11)}`,
      created: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4) * 1_000).toISOString(),
      tagIds: index % 6 === 0 ? [TAG] : [],
    }),
  );
}
