import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { isFullSet } from '../support/sample.js';
import { anyQuery, anySort, expectedIds, writeCorpus, type Corpus } from './query-corpus.js';

/** The gate asks fewer random queries. Longer runs: `npm run bench -- search-fuzz --runs 5000`. */
const RUNS = Number(process.env['SEARCH_FUZZ_RUNS'] ?? (isFullSet ? 2000 : 400));
const BATCH = 20;
const LONG = { timeout: 60_000 + RUNS * 100 };

interface Listing {
  documents?: { id: string }[];
  documentsCount: number;
  error?: { code: string };
}

describe('hostile list queries', () => {
  let app: TestApp;
  let api: ApiClient;
  let corpus: Corpus;
  let documents: string;

  beforeAll(async () => {
    app = await startApp();
    const archive = await app.anArchive();
    api = archive.api;
    documents = `/api/organizations/${archive.organizationId}/documents`;
    corpus = await writeCorpus(app, api, archive.organizationId);
    const neighbour = await app.anArchive(); // contains the same words
    await writeCorpus(app, neighbour.api, neighbour.organizationId);
  });
  afterAll(() => app.close());

  const list = async (query: string) => {
    const { status, body } = await api.get<Listing>(`${documents}?${query}`);
    return { status, body, outcome: body.error ? `${status} ${body.error.code}` : `${status}` };
  };
  const search = (text: string) => list(`searchQuery=${encodeURIComponent(text)}`);

  it('parses pageSize and pageIndex as the contract says and rejects other values with 400', async () => {
    const good: [string, number][] = [
      ['pageSize=1e1', 10],
      ['pageSize=0x10', 16],
      ['pageSize=1.0', 1],
      ['pageSize=%205%20', 5],
      ['pageSize=100', 72],
      ['pageIndex=', 72],
      ['pageIndex=-0', 72],
      ['pageIndex=1e15', 0],
      ['pageIndex=9007199254740991&pageSize=100', 0],
    ];
    for (const [query, length] of good) {
      const { outcome, body } = await list(query);
      expect([query, outcome]).toEqual([query, '200']);
      expect([query, (body.documents?.length ?? 0) <= length]).toEqual([query, true]);
    }
    for (const value of [
      '-1',
      '0',
      '',
      '101',
      '1e9',
      '1e999',
      'NaN',
      'Infinity',
      '1.5',
      'abc',
      '1_0',
      '5;',
      '٣',
      '１',
      'null',
      '[]',
      '0x',
      '1,0',
      '%00',
    ])
      expect([value, (await list(`pageSize=${value}`)).outcome]).toEqual([value, '400 server.invalid_request.query']);
    for (const value of ['-1', '1.5', '9007199254740992', '1e16', '-1e15', '__proto__'])
      expect([value, (await list(`pageIndex=${value}`)).outcome]).toEqual([value, '400 server.invalid_request.query']);
  });

  it('rejects repeated, unknown and dangerous query keys with 400', async () => {
    for (const query of [
      'pageSize=1&pageSize=2',
      'searchQuery=a&searchQuery=b',
      'pageSize[]=1',
      'pageSize[0]=1',
      'searchQuery[$ne]=1',
      'tags=x',
      '__proto__=1',
      '__proto__[isAdmin]=1',
      'constructor=1',
      'constructor.prototype=1',
      'toString=1',
      'hasOwnProperty=1',
      'PageSize=1',
      'organizationId=org_000000000000000000000000',
      'sortField=constructor',
      'sortField=name;drop',
      'sortField=content',
      'sortOrder=ASC',
      'sortOrder=asc,desc',
      'sortOrder=',
      '%00=1',
      '=1',
    ])
      expect([query, (await list(query)).outcome]).toEqual([query, '400 server.invalid_request.query']);
  });

  it('accepts a search query of 1,024 characters and rejects a longer one', async () => {
    for (const text of ['a', '(', '-', '"', 'é', '請', 'a ', '"a" ', '(a) ', 'NOT ', 'tag:a ', '😀']) {
      const whole = Array.from(text.repeat(1024)).slice(0, 1024).join('');
      expect([text, (await search(whole)).outcome]).toEqual([text, '200']);
      expect([text, (await search(`${whole}a`)).outcome]).toEqual([text, '400 server.invalid_request.query']);
    }
  });

  it('responds with 200 to search queries without a valid syntax', async () => {
    const hostile = [
      '('.repeat(500),
      ')'.repeat(500),
      `${'('.repeat(500)}tax${')'.repeat(500)}`,
      '-'.repeat(500),
      `${'-'.repeat(500)}tax`,
      `${'NOT '.repeat(250)}tax`,
      'AND OR NOT AND OR NOT',
      `${'tax OR '.repeat(140)}tax`,
      `${'tag:invoice AND '.repeat(60)}tax`,
      '"',
      '"""',
      '"unbalanced',
      'tag:"unbalanced',
      ':',
      '::::',
      'tag:',
      'tag::',
      '%_\\',
      "'--",
      "'; drop table document; --",
      '$1 $2 $999',
      '\\0',
      '<-> & | ! :* @@',
      "to_tsquery('x')",
      'has:__proto__ has:constructor',
      'constructor:x toString:y __proto__:z',
      'date:99999-99-99 created:0000-00-00 date:>+275760-09-13',
      '\u202e\u2066\u200f',
      '\ufeff\u200b\u00ad',
      '😀👩‍👩‍👧‍👦🏳️‍🌈',
      `e${'\u0301'.repeat(500)}`,
      '\u0001\u001b[31m\u007f\u0085\u2028',
    ];
    for (const text of hostile) expect([text, (await search(text)).outcome]).toEqual([text, '200']);
    expect((await search('nul\0')).outcome).toBe('400 server.invalid_request.query');
    for (const raw of ['%', '%zz', '%c3%28', '%ff%fe', '%ed%a0%80', '+', '&', '==', '%u0041'])
      expect([raw, (await list(`searchQuery=${raw}`)).status]).toEqual([raw, 200]);
    const { body } = await search('');
    expect(body.documentsCount).toBe(corpus.documents.filter(({ trashed }) => !trashed).length);
  });

  it(
    'returns the same documents in the same order as an evaluation of each document',
    async () => {
      let found = 0;
      const batch = fc.array(fc.tuple(anyQuery(corpus), anySort), { minLength: BATCH, maxLength: BATCH });
      await fc.assert(
        fc.asyncProperty(batch, async (requests) => {
          const answers = await Promise.all(
            requests.map(async ([text, sort]) => {
              const order = `sortField=${sort.field}&sortOrder=${sort.order}&pageSize=100`;
              const { outcome, body } = await list(`${order}&searchQuery=${encodeURIComponent(text)}`);
              const ids = (body.documents ?? []).map(({ id }) => id);
              return { text, sort, outcome, ids, count: body.documentsCount };
            }),
          );
          for (const { text, sort, ...answer } of answers) {
            const ids = await expectedIds(corpus, text, sort);
            if (ids.length > 0 && ids.length < corpus.documents.length / 2) found += 1;
            expect({ text, sort, ...answer }).toEqual({ text, sort, outcome: '200', ids, count: ids.length });
          }
        }),
        { numRuns: Math.ceil(RUNS / BATCH), ...seedFromEnvironment() },
      );
      // Otherwise the random queries would match nothing and the test would prove nothing.
      expect(found).toBeGreaterThan(RUNS / 20);
    },
    LONG.timeout,
  );
});

function seedFromEnvironment(): { seed?: number } {
  const seed = process.env['SEARCH_FUZZ_SEED'];
  return seed === undefined ? {} : { seed: Number(seed) };
}
