import { describe, expect, it } from '@jest/globals';
import type { SearchSort } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch, type SeededDocument } from '@archivolt/plugin-kit/testing';
import { anyName, ARCHIVE, BILL, HOME, now, PARENT, resolver, WITH_PROPERTIES } from '../../test/contract-archive.js';
import { showTree } from '../../test/show-tree.js';
import { interpretQuery } from './interpret-query.js';
import type { QueryResolver } from './query-resolver.js';

/**
 * The rows of the table "query and its meaning" in the contract of the product, each with its number. Where a row is a
 * defect that the product corrects, the last column names the correction; the expectation is the corrected one.
 */
type Row = [row: number, query: string, expected: string, correction?: string];

const OTHER_ORGANIZATION = 'org_000000000000000000000009';
const OLDEST_FIRST: SearchSort = { field: 'createdAt', order: 'asc' };

async function found(
  documents: readonly SeededDocument[],
  query: string,
  { sort = OLDEST_FIRST, organizationId = documents[0]?.organizationId ?? '' } = {},
): Promise<string> {
  const { tree } = await interpretQuery(query, { now }, resolver);
  return evaluateSearch(documents, { organizationId, tree }, sort).join(' ');
}

async function meaning(query: string, names = anyName): Promise<string> {
  return showTree((await interpretQuery(query, { now }, names)).tree);
}

function title([number, query, expected, correction]: Row): string {
  const corrected = correction === undefined ? '' : ` (corrected: ${correction})`;
  return `row ${number}: ${JSON.stringify(query)} gives ${JSON.stringify(expected)}${corrected}`;
}

const tested = new Set<number>();

function row(number: number, name: string, test: () => Promise<void>): void {
  tested.add(number);
  it(`row ${number}: ${name}`, test);
}

function eachRow(rows: Row[], evaluate: (query: string) => Promise<string>): void {
  for (const [number] of rows) tested.add(number);
  it.each(rows.map((row) => [title(row), row] as const))('the contract holds in %s', async (_, [, query, expected]) => {
    expect(await evaluate(query)).toBe(expected);
  });
}

const PERIODS = 'days are periods';
const COMPLEMENT = 'NOT is the complement';
const EMPTY = 'empty operands are ignored';

describe('query rows of the contract, found documents', () => {
  eachRow(
    [
      [1, '', '1 2 3 4 5'],
      [1, '   ', '1 2 3 4 5'],
      [1, '\n', '1 2 3 4 5'],
      [1, '\t \t', '1 2 3 4 5'],
      [2, 'bill', '1 2 3'],
      [3, 'bill electric', '1'],
      [4, 'tag:bill', '1 2 3'],
      [5, 'tag:home tag:bill', '3'],
      [6, 'tag:hOme tag:bIll', '3'],
      [7, 'tag:home NOT treaty', '3'],
      [8, 'name:deposit', '4'],
      [9, 'name:bill tag:bill telephone', '2'],
      [10, 'created:>=2026-01-12', '3 4 5'],
      [11, 'created:>=2026-01-12 created:<=2026-01-13', '3 4'],
      [12, 'has:tags', '1 2 3 4'],
      [13, '-has:tags', '5'],
      [14, 'NOT has:tags', '5'],
      [15, '-has:tags bill', ''],
      [16, 'has:tags created:>=2026-01-12', '3 4'],
      [17, 'énorme', '4'],
      [18, "c'est", '4'],
      [79, `tag:${BILL}`, '1 2 3'],
      [81, 'name:>deposit', ''],
      [81, 'content:<deposit', ''],
      [81, 'has:>tags', ''],
      [81, 'has:>date', ''],
      [82, 'created:not-a-date', ''],
      [82, 'date:not-a-date', ''],
      [83, 'date:<=now', '1 3'],
      [84, 'has:date', '1 3 4'],
      [106, 'unknownprop:foo', ''],
      [106, 'has:unknownprop', ''],
      [108, 'telephone or diary', '2 5'],
      [110, 'OR diary', '5', EMPTY],
      [111, 'NOT', '1 2 3 4 5'],
      [111, '()', '1 2 3 4 5'],
      [111, 'diary ()', '5'],
      [112, 'house ) deposit', '3 4', 'what follows a stray parenthesis counts'],
      [113, '-(bill OR deposit)', '5', 'the hyphen negates the group'],
      [114, '--diary', '1 2 3 4'],
      [115, 'walk - diary', '5'],
      [116, 'tag:(bill OR home)', '1 2 3 4', 'the field applies to the group'],
      [118, 'http://example.com', '', 'an unknown field before // is text'],
      [119, ':bill', ''],
      [120, 'name:', '1 2 3 4 5', EMPTY],
      [121, 'green"power 5"', '1'],
      [122, 'tag:>bill', '1 2 3'],
      [123, 'TAG:bill', ''],
      [123, 'Name:bill', ''],
      [125, 'ill', ''],
      [126, '請求', '5', 'words inside a run of Japanese are found'],
      [126, '日本', '5'],
      [127, '😀', '1 2 3 4 5', 'words of symbols are skipped'],
      [127, '!!!', '1 2 3 4 5', 'words of symbols are skipped'],
      [127, '""', '1 2 3 4 5', 'words of symbols are skipped'],
      [127, 'diary !!!', '5', 'words of symbols are skipped'],
      [129, '-date:>2026-01-01', '1 2 5', COMPLEMENT],
      [130, '-created:not-a-date', '1 2 3 4 5'],
      [130, '-unknownprop:x', '1 2 3 4 5'],
      [131, 'has:constructor', '', 'names are looked up safely'],
      [131, 'constructor:x', ''],
      [131, '-has:__proto__', '1 2 3 4 5', 'names are looked up safely'],
    ],
    (query) => found(ARCHIVE, query),
  );

  it.each([
    ['created:2026-01-12', '3'],
    ['created:2026-01', '1 2 3 4 5'],
    ['created:>2026-01-12', '4 5'],
    ['created:<=2026-01-12', '1 2 3'],
    ['date:2026', '3'],
    ['-date:2026', '1 2 4 5'],
  ])(`treats dates as periods, a correction of the contract: %j gives %j (${PERIODS})`, async (query, expected) => {
    expect(await found(ARCHIVE, query)).toBe(expected);
  });

  row(19, 'a query finds the documents of its own organization only', async () => {
    const documents = [
      aSearchDocument({ id: '1', content: 'confidential' }),
      aSearchDocument({ id: '2', content: 'confidential', organizationId: OTHER_ORGANIZATION }),
    ];
    expect(await found(documents, 'confidential')).toBe('1');
    expect(await found(documents, 'confidential', { organizationId: OTHER_ORGANIZATION })).toBe('2');
  });

  row(20, 'all words must be in one document of the own organization', async () => {
    const documents = [
      aSearchDocument({ id: '1', content: 'Archive 1' }),
      aSearchDocument({ id: '2', content: 'Archive 2', organizationId: OTHER_ORGANIZATION }),
    ];
    expect(await found(documents, 'Archive 2')).toBe('');
  });

  row(21, 'of 25 hits, page 1 of 5 has the hits 6 to 10, newest first', async () => {
    const documents = Array.from({ length: 25 }, (_, number) =>
      aSearchDocument({ id: String(25 - number).padStart(2, '0'), content: 'lorem' }),
    );
    const all = (await found(documents, 'lorem', { sort: { field: 'createdAt', order: 'desc' } })).split(' ');
    expect([all.slice(5, 10), all.length]).toEqual([['06', '07', '08', '09', '10'], 25]);
  });

  row(22, 'a document with two tags is counted once', async () => {
    const documents = [aSearchDocument({ id: '1', content: 'lorem', tagIds: [BILL, HOME] })];
    expect(await found(documents, 'lorem')).toBe('1');
    expect(await found(documents, 'tag:bill OR tag:home')).toBe('1');
  });

  row(23, 'sorting by name ignores case', async () => {
    const documents = ['Banana', 'apple', 'cherry'].map((name) =>
      aSearchDocument({ id: name, name, content: 'lorem' }),
    );
    expect(await found(documents, 'lorem', { sort: { field: 'name', order: 'asc' } })).toBe('apple Banana cherry');
  });

  row(24, 'a missing document date sorts first in ascending and last in descending order', async () => {
    const documents = [
      aSearchDocument({ id: 'new', content: 'lorem', date: '2026-02-01' }),
      aSearchDocument({ id: 'none', content: 'lorem' }),
      aSearchDocument({ id: 'old', content: 'lorem', date: '2026-01-01' }),
    ];
    expect(await found(documents, 'lorem', { sort: { field: 'documentDate', order: 'asc' } })).toBe('none old new');
    expect(await found(documents, 'lorem', { sort: { field: 'documentDate', order: 'desc' } })).toBe('new old none');
  });
});

describe('query rows of the contract, meaning', () => {
  eachRow(
    [
      [25, 'my bill', 'and(my bill)'],
      [26, '"my special bill"', '"my special bill"'],
      [27, '"my \\"special\\" bill"', '"my special bill"'],
      [28, 'tag\\:bill', '"tag bill"'],
      [29, 'tag:=bill', 'tag:bill'],
      [30, 'tag:"my bills"', 'tag:my bills'],
      [31, 'tag:"my \\"special\\" bills"', 'tag:my "special" bills'],
      [32, 'tag:my\\:\\:special\\:\\:tag', 'tag:my::special::tag'],
      [33, 'tag:bug\\:severe', 'tag:bug:severe'],
      [34, 'my\\:text:value', 'mytext{=value}'],
      [35, '"old house":yes', 'oldhouse{=yes}'],
      [36, '"old house":"big one"', 'oldhouse{=big one}'],
      [37, '"my field":>=42', 'myfield{>=42}'],
      [38, '"or":house', 'or{=house}'],
      [38, '"NOT":value', 'not{=value}'],
      [38, '"AND":>=42', 'and{>=42}'],
      [39, '"AND"', 'and'],
      [39, '"OR"', 'or'],
      [39, '"NOT"', 'not'],
      [40, '-"old house":yes', 'not(oldhouse{=yes})'],
      [41, '"old \\"house\\"":yes', 'oldhouse{=yes}'],
      [42, '"field:with:colons":value', 'fieldwithcolons{=value}'],
      [43, 'createdAt:>2024-01-01', 'createdat{2024-01-02T00:00:00.000Z..}', PERIODS],
      [43, 'createdAt:<2024-01-01', 'createdat{..2024-01-01T00:00:00.000Z}'],
      [43, 'createdAt:>=2024-01-01', 'createdat{2024-01-01T00:00:00.000Z..}'],
      [43, 'createdAt:<=2024-01-01', 'createdat{..2024-01-02T00:00:00.000Z}', PERIODS],
      [44, '-tag:private', 'not(tag:private)'],
      [45, '-tag:a -tag:b -tag:c', 'and(not(tag:a) not(tag:b) not(tag:c))'],
      [46, 'tag:bill my bill', 'and(tag:bill my bill)'],
      [47, 'rent tag:bill house', 'and(rent tag:bill house)'],
      [48, 'tag:bill AND tag:receipt', 'and(tag:bill tag:receipt)'],
      [48, 'tag:bill tag:receipt', 'and(tag:bill tag:receipt)'],
      [
        49,
        'tag:bill createdAt:>2024-01-01 status:open',
        'and(tag:bill createdat{2024-01-02T00:00:00.000Z..} status{=open})',
      ],
      [50, 'tag:a OR tag:b OR tag:c', 'or(tag:a tag:b tag:c)'],
      [51, 'NOT tag:private', 'not(tag:private)'],
      [52, 'NOT (tag:a OR tag:b)', 'not(or(tag:a tag:b))'],
      [53, '(tag:a OR tag:b)', 'or(tag:a tag:b)'],
      [54, '(tag:a OR tag:b) AND createdAt:>=2024', 'and(or(tag:a tag:b) createdat{2024-01-01T00:00:00.000Z..})'],
      [55, '((tag:a OR tag:b) AND status:open)', 'and(or(tag:a tag:b) status{=open})'],
      [56, 'tag:a OR tag:b AND tag:c', 'or(tag:a and(tag:b tag:c))'],
      [57, 'NOT tag:a AND tag:b', 'and(not(tag:a) tag:b)'],
      [58, '(tag:a OR tag:b) AND tag:c', 'and(or(tag:a tag:b) tag:c)'],
      [59, '"unclosed text', '"unclosed text"'],
      [60, '(tag:bill', 'tag:bill'],
      [61, 'tag:bill)', 'tag:bill'],
      [62, 'tag:bill AND NOT', 'tag:bill'],
      [64, `${'('.repeat(15)}tag:bill${')'.repeat(15)}`, 'tag:bill'],
      [
        65,
        '(tag:a OR tag:b) AND createdAt:>=2024 AND NOT tag:c my bill',
        'and(or(tag:a tag:b) createdat{2024-01-01T00:00:00.000Z..} not(tag:c) my bill)',
      ],
      [66, 'rent OR house', 'or(rent house)'],
      [66, 'rent OR house OR flat', 'or(rent house flat)'],
      [67, 'rent house flat', 'and(rent house flat)'],
      [68, '-rent', 'not(rent)'],
      [68, 'NOT rent', 'not(rent)'],
      [69, '"old house"', '"old house"'],
      [69, '-"old house"', 'not("old house")'],
      [70, 'rent OR house AND flat', 'or(rent and(house flat))'],
      [71, '(tag:a rent) OR (tag:b house)', 'or(and(tag:a rent) and(tag:b house))'],
      [72, 'rent rent house', 'and(rent house)'],
      [73, '(tag:a OR tag:a) AND NOT NOT tag:b', 'and(tag:a tag:b)'],
      [74, 'status:open AND priority:high', 'and(status{=open} priority{=high})'],
      [
        75,
        'type:feature AND (status:open OR (priority:high -tag:"full stop")) "and so on"',
        'and(type{=feature} or(status{=open} and(priority{=high} not(tag:full stop))) "and so on")',
      ],
      [76, 'tag:-old', 'tag:-old'],
      [76, 'tag:"-old"', 'tag:-old'],
      [77, 'tag:\\-old', 'tag:\\-old'],
      [78, '(tag:a OR tag:b) AND NOT secret', 'and(or(tag:a tag:b) not(secret))'],
      [80, 'tag:"Old THING"', 'tag:old thing'],
      [109, 'rent OR', 'rent'],
      [109, 'AND rent', 'rent'],
      [109, 'rent AND AND house', 'and(rent house)'],
      [113, '-(a OR b)', 'not(or(a b))', 'the hyphen negates the group'],
      [116, 'tag:(a OR b)', 'or(tag:a tag:b)', 'the field applies to the group'],
      [117, 'tag: rent', 'tag:rent'],
      [117, 'created:> 2026-01-01', 'createdAt[2026-01-02T00:00:00.000Z..)', PERIODS],
      [118, 'http://example.com', '"http example com"', 'an unknown field before // is text'],
      [124, 'old-house', 'or("old house" oldhouse)', 'a word is found with and without its hyphen'],
      [124, 'old_house', '"old house"'],
      [124, 'bob@example.com', '"bob example com"'],
      [128, `${'NOT '.repeat(11)}rent`, 'rent'],
    ],
    (query) => meaning(query),
  );

  row(63, 'of more filters than the limit, the first ones are used', async () => {
    const query = Array.from({ length: 250 }, (_, number) => `tag:t${number}`).join(' ');
    const { tree, explanation } = await interpretQuery(query, { now }, anyName);
    expect(tree.kind === 'and' && tree.children.map(showTree)).toEqual(query.split(' ').slice(0, 200));
    expect(explanation.notes).toMatchObject([{ code: 'max-tokens-exceeded' }]);
  });

  row(64, 'parentheses beyond the limit are noted', async () => {
    const { explanation } = await interpretQuery(`${'('.repeat(11)}tag:bill${')'.repeat(11)}`, { now }, anyName);
    expect(explanation.notes).toMatchObject([{ code: 'max-nesting-depth-exceeded', from: 10, to: 11 }]);
  });
});

describe('query rows of the contract, custom properties', () => {
  eachRow(
    [
      ...['true', 'yes', 'y', '1', 'on', 'enabled', 'YES', 'TRUE'].map((word): Row => [85, `warranty:${word}`, 'a']),
      ...['false', 'no', 'n', '0', 'off', 'disabled', 'NO', 'FALSE'].map((word): Row => [86, `warranty:${word}`, 'b']),
      [87, '-warranty:true', 'b c'],
      [88, 'warranty:maybe', ''],
      [88, 'warranty:>true', ''],
      [89, 'category:bill', 'a'],
      [90, 'category:>bill', ''],
      [91, 'amount:150', 'b'],
      [92, 'amount:>100', 'b c'],
      [93, 'amount:>=150 amount:<=200', 'b'],
      [94, 'amount:notanumber', ''],
      [95, 'expiry:>2025-06-01', 'b c'],
      [96, 'expiry:now', 'c'],
      [96, 'expiry:not-a-date', ''],
      [97, 'status:approved', 'a'],
      [98, 'status:>approved', ''],
      [98, 'assignee:>usr_1', ''],
      [98, `related:>${PARENT}`, ''],
      [99, 'labels:urgent', 'a'],
      [100, 'assignee:usr_1', 'a'],
      [100, 'assignee:ann@example.com', 'a'],
      [101, '-assignee:usr_1', 'b c'],
      [102, `related:${PARENT}`, 'a'],
      [103, 'warranty:true AND category:bill', 'a'],
      [104, 'has:warranty', 'a b'],
      [104, '-has:warranty', 'c'],
      [105, 'has:warranty warranty:true', 'a'],
    ],
    (query) => found(WITH_PROPERTIES, query),
  );

  row(107, 'a property is the one of the own organization, also when another one has the same key', async () => {
    const other: QueryResolver = {
      ...resolver,
      propertiesByKey: () => Promise.resolve(new Map([['category', { id: 'theirs', type: 'text', options: [] }]])),
    };
    expect(await meaning('category:bill', resolver)).toBe('category{=bill}');
    expect(await meaning('category:bill', other)).toBe('theirs{=bill}');
  });
});

it('each of the 131 rows of the contract has a test', () => {
  const missing = Array.from({ length: 131 }, (_, index) => index + 1).filter((number) => !tested.has(number));
  expect(missing).toEqual([]);
});
