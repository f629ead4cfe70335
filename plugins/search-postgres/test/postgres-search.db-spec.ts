import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchSort, type SearchTree } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch, type SeededDocument } from '@archivolt/plugin-kit/testing';
import type pg from 'pg';
import { PostgresSearch } from '../src/postgres-search.js';
import { prepareContent } from '../src/prepare.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const BY_CREATION: SearchSort = { field: 'createdAt', order: 'desc' };
const TAG = 'tag_000000000000000000000001';
const text = (words: string): SearchTree => ({ kind: 'text', words: foldWords(words), fields: ['name', 'content'] });

let fixture: SearchFixture;

beforeAll(async () => {
  fixture = await createSearchFixture();
});

afterAll(() => fixture.close());

const requestFor = (tree: SearchTree, documents: readonly SeededDocument[]) => ({
  organizationId: documents[0]?.organizationId ?? '',
  tree,
});

describe('many matches', () => {
  let documents: SeededDocument[];

  beforeAll(async () => {
    await fixture.clean();
    // Every second document has the word, but among the first by name and by date there is none.
    documents = Array.from({ length: 6_000 }, (_, index) =>
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
    await fixture.seed(documents);
    await fixture.pool.query('analyze');
  });

  const trees: [string, SearchTree][] = [
    ['a word', text('common')],
    ['a phrase', text('two words')],
    ['a word with a tag', { kind: 'and', children: [text('common'), { kind: 'tag', tagIds: [TAG] }] }],
    ['a word without another', { kind: 'and', children: [text('words'), { kind: 'not', child: text('other') }] }],
    ['what lacks a word', { kind: 'not', child: text('other') }],
    ['a tag or a word', { kind: 'or', children: [text('other'), { kind: 'tag', tagIds: [TAG] }] }],
    ['everything', { kind: 'all' }],
  ];

  it.each(trees)('gives the right pages in every order for %s', async (_, tree) => {
    for (const field of ['createdAt', 'updatedAt', 'name', 'documentDate'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const expected = evaluateSearch(documents, requestFor(tree, documents), { field, order });
        for (const pageIndex of [0, 3, 7]) {
          const request = { ...requestFor(tree, documents), sort: { field, order }, pageIndex, pageSize: 100 };
          const ids = expected.slice(pageIndex * 100, pageIndex * 100 + 100);
          expect(await fixture.backend.search(request)).toEqual({ ids, count: expected.length });
        }
      }
    }
  });

  it('gives all ids once each when they take many reads', async () => {
    const backend = new PostgresSearch(fixture.host, { read: 70, given: 30 });
    for (const [, tree] of trees.slice(1, 4)) {
      const ids: string[] = [];
      for await (const chunk of backend.matchIds(requestFor(tree, documents))) {
        expect(chunk.length).toBeLessThanOrEqual(30);
        ids.push(...chunk);
      }
      const expected = evaluateSearch(documents, requestFor(tree, documents), BY_CREATION);
      expect([...ids].sort()).toEqual([...expected].sort());
    }
  });
});

describe('a search that is given up', () => {
  /** Shorter than the statement timeout, which would end the search too. */
  const LIMIT_MS = 8_000;
  const waiting = `select from pg_locks where not granted and relation = 'search_postgres_document'::regclass`;

  const untilWaiting = async (client: pg.PoolClient, count: number): Promise<void> => {
    while (((await client.query(waiting)).rowCount ?? 0) < count) await delay(2);
  };
  /** The time from the abort to the end of the searches. */
  const timeToEnd = async (aborter: AbortController, searches: readonly Promise<unknown>[]): Promise<number> => {
    const results = Promise.allSettled(searches);
    const began = performance.now();
    aborter.abort(new Error('the client left'));
    expect((await results).map(({ status }) => status)).toEqual(searches.map(() => 'rejected'));
    return performance.now() - began;
  };

  it('ends while all connections are taken by searches that are given up', async () => {
    await fixture.clean();
    const document = aSearchDocument({ id: 'a', content: 'word' });
    await fixture.seed([document]);
    const request = { ...requestFor(text('word'), [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 };
    const locked = await fixture.pool.connect();
    const aborter = new AbortController();
    try {
      await locked.query('begin; lock table search_postgres_document in access exclusive mode');
      const searches = Array.from({ length: 3 }, () => fixture.backend.search(request, aborter.signal));
      await untilWaiting(locked, searches.length);
      expect(await timeToEnd(aborter, searches)).toBeLessThan(LIMIT_MS);
      expect((await locked.query(waiting)).rowCount).toBe(0);
    } finally {
      await locked.query('rollback');
      locked.release();
    }
  });

  it('ends while it waits for the database, and the connection serves the next one', async () => {
    await fixture.clean();
    const document = aSearchDocument({ id: 'a', content: 'word' });
    await fixture.seed([document]);
    const request = { ...requestFor(text('word'), [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 };
    const locked = await fixture.pool.connect();
    const aborter = new AbortController();
    try {
      await locked.query('begin; lock table search_postgres_document in access exclusive mode');
      const search = fixture.backend.search(request, aborter.signal);
      search.catch(() => undefined); // awaited below
      await untilWaiting(locked, 1);
      expect(await timeToEnd(aborter, [search])).toBeLessThan(LIMIT_MS);
      await expect(search).rejects.toThrow('the client left');
    } finally {
      await locked.query('rollback');
      locked.release();
    }
    expect(await fixture.backend.search(request)).toEqual({ ids: ['a'], count: 1 });
  });
});

describe('the index', () => {
  it('finds the words it has room for in a text beyond the limit of a vector', async () => {
    await fixture.clean();
    const words = Array.from({ length: 210_000 }, (_, index) => `${String(index)}abcdefgh`);
    const document = aSearchDocument({ id: 'a', name: 'name of it', content: words.join(' ') });
    await fixture.seed([document]);
    const count = async (word: string) => {
      const request = { ...requestFor(text(word), [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 };
      return (await fixture.backend.search(request)).count;
    };
    expect(await count('name')).toBe(1);
    expect(await count('0abcdefgh')).toBe(1);
    expect(await count('57999abcdefgh')).toBe(1);
  });

  it('says of a text beyond the limit of a vector that it is cut, and of a shorter one that it is not', () => {
    const words = Array.from({ length: 210_000 }, (_, index) => `${String(index)}abcdefgh`);
    expect(prepareContent(words.join(' ')).isCut).toBe(true);
    expect(prepareContent(words.slice(0, 20_000).join(' ')).isCut).toBe(false);
    expect(prepareContent('same word '.repeat(1_000_000)).isCut).toBe(false);
  });

  it('holds the same for a content prepared beforehand as for one that it prepares itself', async () => {
    const rows = () =>
      fixture.sql.query(
        'select terms::text, name, notes, content from search_postgres_document join search_postgres_text using (id)',
      );
    const document = aSearchDocument({
      id: 'a',
      name: 'Näme',
      notes: 'Nöte 1,234',
      content: "Größe 請求書 ' \\ x.y ".repeat(20),
    });
    await fixture.clean();
    await fixture.seed([document]);
    const itself = await rows();
    await fixture.backend.remove([document.id], fixture.sql);
    await fixture.seed([{ ...document, preparedContent: prepareContent(document.content) }]);
    expect(itself).toHaveLength(1);
    expect(await rows()).toEqual(itself);
  });

  it('keeps vectors below 1 MiB for organizations with long numbers', async () => {
    await fixture.clean();
    await fixture.sql.query('alter table search_postgres_organization alter number restart with 2000000000');
    const words = Array.from({ length: 210_000 }, (_, index) => `${String(index)}abc`);
    const document = aSearchDocument({ id: 'a', name: 'name', content: words.join(' ') });
    await fixture.seed([document]);
    const [row] = await fixture.sql.query<{ bytes: number; terms: number }>(
      `select sum(octet_length(lexeme))::int as bytes, count(*)::int as terms
       from search_postgres_document, unnest(tsvector_to_array(terms)) lexeme`,
    );
    expect(row?.bytes).toBeLessThan(1 << 20);
    expect(row?.terms).toBeGreaterThan(50_000);
    const request = { ...requestFor(text('49999abc'), [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 };
    expect((await fixture.backend.search(request)).count).toBe(1);
    await fixture.sql.query('alter table search_postgres_organization alter number restart with 1');
  });

  it('is left alone when a document is indexed again unchanged', async () => {
    await fixture.clean();
    const documents = [aSearchDocument({ id: 'a', content: 'word' }), aSearchDocument({ id: 'b', content: 'word' })];
    const versions = async () =>
      (
        await fixture.sql.query(
          'select xmin::text, id from search_postgres_document union all select xmin::text, id from search_postgres_text',
        )
      ).sort();
    await fixture.seed(documents);
    const before = await versions();
    await fixture.seed([...documents].reverse());
    expect(await versions()).toEqual(before);
  });

  it('has nothing waiting after maintenance', async () => {
    await fixture.clean();
    await fixture.seed([aSearchDocument({ id: 'a', content: 'word' })]);
    await fixture.backend.maintain();
    const [waiting] = await fixture.sql.query<{ pages: number }>(
      `select gin_clean_pending_list('search_postgres_terms')::int as pages`,
    );
    expect(waiting?.pages).toBe(0);
  });

  it('keeps no word of a removed document', async () => {
    await fixture.clean();
    await fixture.seed([aSearchDocument({ id: 'a', content: 'word' })]);
    await fixture.backend.remove(['a'], fixture.sql);
    for (const table of ['search_postgres_document', 'search_postgres_text']) {
      expect(await fixture.sql.query(`select id from ${table}`)).toEqual([]);
    }
  });
});
