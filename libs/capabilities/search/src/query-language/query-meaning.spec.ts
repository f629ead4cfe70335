import { describe, expect, it } from '@jest/globals';
import { aSearchDocument, evaluateSearch, type DocumentFacts } from '@archivolt/plugin-kit/testing';
import fc from 'fast-check';
import { STEMMING_LANGUAGES } from '#config/search';
import { parseQuery, printQuery } from '#capabilities/query';
import { interpretQuery } from './interpret-query.js';
import { loadStem, type Stem } from './stemming.js';

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
    mimeType: 'application/pdf',
    tagIds: [BILL],
    created: '2026-01-10',
    date: '2025-12-31',
  },
  {
    id: '2',
    name: 'Bill telephone',
    content: 'The telephone bill',
    notes: 'Handwritten on the back',
    mimeType: 'image/png',
    tagIds: [BILL],
    created: '2026-01-11',
  },
  {
    id: '3',
    name: 'House bill',
    content: 'Your house bill, deposit attached. Bill 1,234',
    tagIds: [BILL, HOME],
    created: '2026-01-12',
    date: '2026-01-12',
  },
  {
    id: '4',
    name: 'House deposit',
    content: "Your house deposit treaty of 1234 words, c'est énorme",
    tagIds: [HOME],
    created: '2026-01-13',
    date: '2027-01-01',
  },
  {
    id: '5',
    name: 'Walk diary',
    content: 'Diary of the walk to 日本語の請求書, 1.234.567,89 steps',
    created: '2026-01-14',
  },
];
const documents = ARCHIVE.map((facts) => aSearchDocument(facts));

async function find(query: string, stem?: Stem): Promise<string> {
  const { tree } = await interpretQuery(query, { now, ...(stem && { stem }) }, resolver);
  const organizationId = documents[0]?.organizationId ?? '';
  return evaluateSearch(documents, { organizationId, tree }, { field: 'createdAt', order: 'asc' }).join(' ');
}

describe('search queries on a small archive', () => {
  it.each([
    ['tag:unknown', ''],
    ['-tag:unknown', '1 2 3 4 5'],
    ['tag:(bill OR home) deposit', '3 4'],
    ['-(tag:bill OR diary)', '4'],
    ['-date:<=now', '2 4 5'],
    ['house OR diary', '3 4 5'],
    ['green -power', ''],
    ['"bill green"', '1'],
    ['"green bill"', ''],
    ['notes:handwritten', '2'],
    ['handwritten', '2'],
    ['type:pdf', '1'],
    ['type:image OR type:text/plain', '2 3 4 5'],
    ['-type:text', '1 2'],
    ['1234', '3 4 5'],
    ['1,234', '3 4 5'],
    ['"1.234"', '3 4 5'],
    ['"bill 1,234"', '3'],
    ['1234567.89', '5'],
    ['name:1234', ''],
  ])('the query %j matches the documents %j', async (query, expected) => {
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
  it('any text can be parsed as a query', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(typeof (await find(query))).toBe('string');
      }),
      { numRuns: 1_000 },
    );
  });

  it('any query means the same when it is parsed and printed', async () => {
    const treeOf = async (query: string) => (await interpretQuery(query, { now }, resolver)).tree;
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(await treeOf(printQuery(parseQuery(query).tree))).toEqual(await treeOf(query));
      }),
      { numRuns: 1_000 },
    );
  });

  it('any query and its negation match all documents exactly once, unless it contains no condition', async () => {
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

describe('stemming', () => {
  it.each([
    ['invoices', 'english', ['invoic']],
    ['Happy', 'english', ['happi']],
    ['payées', 'french', ['pai']],
    ['énormes', 'french', ['enorm']],
    ['Häuser', 'german', ['haus']],
    ['счета', 'russian', ['счет']],
    ['rent', 'english', []],
    ['as', 'english', []],
    ['dying', 'english', []],
    ['invoices2', 'english', []],
    ['two words', 'english', []],
    ['請求書', 'english', []],
    ['constructor', 'english', []],
    ['', 'english', []],
  ] as const)('the stems of %j in %s are %j', async (text, language, stems) => {
    expect((await loadStem([language]))(text)).toEqual(stems);
  });

  it('stemming uses all configured languages', async () => {
    expect((await loadStem(['english', 'german']))('Rechnungen')).toEqual(['rechnung']);
    expect((await loadStem([]))('Rechnungen')).toEqual([]);
  });

  it('stemming loads each language of the setting', async () => {
    expect(typeof (await loadStem(STEMMING_LANGUAGES))('invoices')).toBe('object');
  });

  it('stemming adds documents and removes none, for any words', async () => {
    const stem = await loadStem(STEMMING_LANGUAGES);
    const word = fc.oneof(
      fc.constantFrom('bills', 'houses', 'deposits', 'énormes', 'walking', 'telephones', 'diaries', '1,234', '"bills"'),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[-:()"\\]/g, '')),
    );
    const words = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .chain((all) => fc.constantFrom(all.join(' '), all.join(' OR ')));
    await fc.assert(
      fc.asyncProperty(words, async (query) => {
        const [plain, stemmed] = [await find(query), await find(query, stem)];
        const more = new Set(stemmed.split(' '));
        expect(plain.split(' ').filter((id) => id !== '' && !more.has(id))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('stemming finds other forms of a word, and of a quoted word only the typed one', async () => {
    const stem = await loadStem(['english']);
    expect(await find('houses', stem)).toBe('3 4');
    expect(await find('"houses"', stem)).toBe('');
    expect(await find('name:houses', stem)).toBe('3 4');
    expect(await find('-houses', stem)).toBe('1 2 5');
  });
});
