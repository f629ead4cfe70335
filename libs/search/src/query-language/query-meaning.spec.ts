import { describe, expect, it } from '@jest/globals';
import { aSearchDocument, evaluateSearch, type DocumentFacts } from '@archivolt/plugin-kit/testing';
import fc from 'fast-check';
import { interpretQuery } from './interpret-query.js';

const now = new Date('2026-06-01T12:00:00.000Z');
const BILL = 'tag_00000000000000000000bill';
const HOME = 'tag_00000000000000000000home';
const TAG_IDS = new Map([
  ['bill', [BILL]],
  [BILL, [BILL]],
  ['home', [HOME]],
  ['the important thing', [HOME]],
]);
const noProperties = { propertiesByKey: () => Promise.resolve(new Map()), userIds: () => Promise.resolve(new Map()) };
const resolver = {
  ...noProperties,
  tagIdsByNameOrId: (names: string[]) =>
    Promise.resolve(new Map(names.flatMap((name) => (TAG_IDS.has(name) ? [[name, TAG_IDS.get(name) ?? []]] : [])))),
};

const ARCHIVE: DocumentFacts[] = [
  {
    id: '1',
    name: 'Bill electric',
    content: 'Electric bill, green power 5€',
    tagIds: [BILL],
    created: '2026-01-10',
    date: '2025-12-31',
  },
  { id: '2', name: 'Bill telephone', content: 'The telephone bill', tagIds: [BILL], created: '2026-01-11' },
  {
    id: '3',
    name: 'House bill',
    content: 'Your house bill, deposit attached',
    tagIds: [BILL, HOME],
    created: '2026-01-12',
    date: '2026-01-12',
  },
  {
    id: '4',
    name: 'House deposit',
    content: "Your house deposit treaty, c'est énorme",
    tagIds: [HOME],
    created: '2026-01-13',
    date: '2027-01-01',
  },
  { id: '5', name: 'Walk diary', content: 'Diary of the walk to 日本語の請求書', created: '2026-01-14' },
];
const documents = ARCHIVE.map((facts) => aSearchDocument(facts));

async function find(query: string): Promise<string> {
  const { tree } = await interpretQuery(query, { now }, resolver);
  const organizationId = documents[0]?.organizationId ?? '';
  return evaluateSearch(documents, { organizationId, tree }, { field: 'createdAt', order: 'asc' }).join(' ');
}

describe('search queries on a small archive', () => {
  it.each([
    ['', '1 2 3 4 5'],
    ['bill', '1 2 3'],
    ['bill electric', '1'],
    ['tag:bill', '1 2 3'],
    ['tag:home tag:bill', '3'],
    ['tag:hOme tag:bIll', '3'],
    ['tag:home NOT treaty', '3'],
    ['name:deposit', '4'],
    ['name:bill tag:bill telephone', '2'],
    ['created:>=2026-01-12', '3 4 5'],
    ['created:>=2026-01-12 created:<=2026-01-13', '3 4'],
    ['created:2026-01-12', '3'],
    ['created:>2026-01-12', '4 5'],
    ['created:<2026-01-12', '1 2'],
    ['has:tags', '1 2 3 4'],
    ['-has:tags', '5'],
    ['NOT has:tags', '5'],
    ['-has:tags bill', ''],
    ['has:tags created:>=2026-01-12', '3 4'],
    ['énorme', '4'],
    ["c'est", '4'],
    ['tag:"The IMPORTANT thing"', '3 4'],
    [`tag:${BILL}`, '1 2 3'],
    ['tag:unknown', ''],
    ['-tag:unknown', '1 2 3 4 5'],
    ['tag:(bill OR home) deposit', '3 4'],
    ['-(tag:bill OR diary)', '4'],
    ['date:<=now', '1 3'],
    ['-date:<=now', '2 4 5'],
    ['has:date', '1 3 4'],
    ['date:2026', '3'],
    ['-date:>2026-01-01', '1 2 5'],
    ['unknown:x', ''],
    ['-unknown:x', '1 2 3 4 5'],
    ['has:unknown', ''],
    ['has:constructor', ''],
    ['house OR diary', '3 4 5'],
    ['ill', ''],
    ['請求', '5'],
    ['green -power', ''],
    ['"bill green"', '1'],
    ['"green bill"', ''],
  ])('%j matches the documents %j', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

const pieces = fc.constantFrom(
  'bill',
  'house',
  'OR',
  'AND',
  'NOT',
  '(',
  ')',
  '-',
  '-(',
  '"',
  '"the bill"',
  'tag:bill',
  'tag:(',
  'tag:home',
  'has:tags',
  'date:2026',
  'created:>2026-01-11',
  'x:y',
  ':',
  '\\',
  '!!!',
  '請求書',
  'name:',
  'http://x',
);
const queries = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 1_024 }),
  fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join(' ').slice(0, 1_024)),
  fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join('').slice(0, 1_024)),
);

describe('any text', () => {
  it('parses as a query', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(typeof (await find(query))).toBe('string');
      }),
      { numRuns: 1_000 },
    );
  });

  it('matches with its negation exactly the other documents, unless it contains no condition', async () => {
    const balanced = fc
      .array(
        pieces.filter((piece) => !/^(?:\(|\)|-\(|"|tag:\(|OR|name:|:|\\|!!!|-|NOT|AND)$/.test(piece)),
        { minLength: 1, maxLength: 5 },
      )
      .chain((parts) => fc.constantFrom(parts.join(' '), parts.join(' OR '), `-(${parts.join(' ')})`));
    await fc.assert(
      fc.asyncProperty(balanced, fc.constantFrom('NOT ', '-'), async (query, negation) => {
        const [found, others] = [await find(`(${query})`), await find(`${negation}(${query})`)];
        expect(`${found} ${others}`.trim().split(/\s+/).sort()).toEqual(['1', '2', '3', '4', '5']);
      }),
    );
  });
});
