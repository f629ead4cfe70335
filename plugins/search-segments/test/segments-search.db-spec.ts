import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchSort, type SearchTree, type Sql } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch, type SeededDocument } from '@archivolt/plugin-kit/testing';
import type pg from 'pg';
import { SegmentsSearch } from '../src/segments-search.js';
import { Gate } from './gate.js';
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
    await fixture.seed(documents.slice(0, 5_900));
    await fixture.backend.maintain();
    await fixture.seed(documents.slice(5_900));
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

  it('are in segments, but for the newest', async () => {
    const [row] = await fixture.sql.query<{ tail: number; sizes: number[] }>(
      `select (select count(*)::int from search_segments_tail) as tail,
         (select array_agg(size order by last_age) from search_segments_segment) as sizes`,
    );
    expect(row).toEqual({ tail: 100, sizes: [2_048, 2_048, 1_804] });
  });

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

  it('gives all ids once each, in the order of creation', async () => {
    for (const [, tree] of trees) {
      const ids: string[] = [];
      for await (const chunk of fixture.backend.matchIds(requestFor(tree, documents))) {
        expect(chunk.length).toBeLessThanOrEqual(1_000);
        ids.push(...chunk);
      }
      const expected = evaluateSearch(documents, requestFor(tree, documents), BY_CREATION);
      expect([...ids].sort()).toEqual([...expected].sort());
    }
  });

  it('gives the same pages from a fresh process', async () => {
    const fresh = new SegmentsSearch(fixture.host);
    const request = { ...requestFor(text('two words'), documents), sort: BY_CREATION, pageIndex: 2, pageSize: 100 };
    expect(await fresh.search(request)).toEqual(await fixture.backend.search(request));
  });
});

describe('a search that is given up', () => {
  /** Shorter than the statement timeout, which would end the search too. */
  const LIMIT_MS = 8_000;
  const waiting = `select from pg_locks where not granted and relation = 'search_segments_tail'::regclass`;

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
      await locked.query('begin; lock table search_segments_tail in access exclusive mode');
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
      await locked.query('begin; lock table search_segments_tail in access exclusive mode');
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

describe('a prefix of very many words', () => {
  it('finds all documents, without all of their blocks in memory at once', async () => {
    await fixture.clean();
    const documents = Array.from({ length: 4 }, (_, index) =>
      aSearchDocument({
        id: `doc${String(index)}`,
        content: Array.from({ length: 60_000 }, (__, word) => `prefix${(word * 4 + index).toString(36)}`).join(' '),
      }),
    );
    await fixture.seed([...documents, aSearchDocument({ id: 'other', content: 'another' })]);
    const making = new SegmentsSearch(fixture.host, { flushAt: 1 });
    await making.maintain();
    await making.close();
    let most = 0;
    const watched = (sql: Sql): Sql => ({
      query: async <Row extends object>(statement: string, values?: readonly unknown[]) => {
        const rows = await sql.query<Row>(statement, values);
        most = Math.max(most, rows.length);
        return rows;
      },
      transaction: (work) => sql.transaction((inner) => work(watched(inner))),
    });
    const backend = new SegmentsSearch({ ...fixture.host, sql: watched(fixture.sql) });
    const [stored] = await fixture.sql.query<{ blocks: number }>(
      'select count(*)::int as blocks from search_segments_block',
    );
    expect(stored?.blocks).toBeGreaterThan(100);
    for (const [word, count] of [
      ['prefix', 4],
      ['prefixzz', 4],
      ['prefix1', 4],
      ['prefiy', 0],
    ] as const) {
      const tree: SearchTree = { kind: 'text', words: [word], fields: ['content'] };
      const request = { organizationId: documents[0]?.organizationId ?? '', tree, sort: BY_CREATION };
      expect((await backend.search({ ...request, pageIndex: 0, pageSize: 10 })).count).toBe(count);
    }
    expect(most).toBeLessThanOrEqual(65);
    await backend.close();
  });
});

describe('the index', () => {
  const search = (tree: SearchTree, document: SeededDocument) =>
    fixture.backend.search({ ...requestFor(tree, [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 });

  it('keeps no text of a removed document, and no segment of an organization without documents', async () => {
    await fixture.clean();
    const documents = Array.from({ length: 300 }, (_, index) =>
      aSearchDocument({ id: `d${String(index)}`, content: 'word' }),
    );
    await fixture.seed(documents);
    await fixture.backend.maintain();
    await fixture.sql.transaction(async (sql) => {
      await sql.query('delete from document');
      await fixture.backend.remove(
        documents.map(({ id }) => id),
        sql,
      );
    });
    expect(await fixture.sql.query('select from search_segments_text')).toEqual([]);
    await fixture.backend.maintain();
    for (const table of ['segment', 'block', 'tail', 'build']) {
      expect({ table, rows: await fixture.sql.query(`select from search_segments_${table}`) }).toEqual({
        table,
        rows: [],
      });
    }
  });

  it('asks for a long content again when the name of a document in a segment changes, and reads a short one itself', async () => {
    for (const [content, isRead] of [
      ['word '.repeat(1_000), true],
      ['word '.repeat(20_000), false],
    ] as const) {
      await fixture.clean();
      const documents = Array.from({ length: 256 }, (_, index) =>
        aSearchDocument({ id: `d${String(index)}`, ...(index === 0 ? { content } : {}) }),
      );
      const [first] = documents as [SeededDocument];
      await fixture.seed(documents);
      await fixture.backend.maintain();
      const { id, sequence, organizationId } = first;
      const renamed = { id, sequence, organizationId, name: 'renamed', notes: '' };
      expect(await fixture.backend.updateShortTexts(renamed, fixture.sql)).toBe(isRead);
      if (!isRead) await fixture.seed([{ ...first, name: 'renamed' }]);
      for (const words of ['renamed', 'word word']) {
        expect(await search(text(words), first)).toEqual({ ids: [id], count: 1 });
      }
    }
  });

  it('is empty after it was cleared while a segment was being written', async () => {
    await fixture.clean();
    const documents = Array.from({ length: 300 }, (_, index) =>
      aSearchDocument({ id: `d${String(index)}`, content: 'word' }),
    );
    await fixture.seed(documents);
    const gate = new Gate('insert into search_segments_block');
    const process = new SegmentsSearch({ ...fixture.host, sql: gate.over(fixture.sql) });
    const maintained = process.maintain();
    await gate.reached;
    await fixture.sql.transaction((sql) => fixture.backend.clear(sql));
    gate.open();
    await maintained;
    await process.close();
    for (const table of ['segment', 'block', 'tail', 'build']) {
      expect({ table, rows: await fixture.sql.query(`select from search_segments_${table}`) }).toEqual({
        table,
        rows: [],
      });
    }
  });

  it('has one segment of each document when a process that was taken for lost goes on', async () => {
    await fixture.clean();
    const documents = Array.from({ length: 300 }, (_, index) =>
      aSearchDocument({ id: `d${String(index)}`, content: 'word' }),
    );
    const [first] = documents as [SeededDocument];
    await fixture.seed(documents);
    const gate = new Gate('insert into search_segments_block');
    const slow = new SegmentsSearch({ ...fixture.host, sql: gate.over(fixture.sql) });
    const maintained = slow.maintain();
    await gate.reached;
    await fixture.sql.query(`update search_segments_build set renewed_at = renewed_at - interval '61 s'`);
    await fixture.backend.maintain();
    gate.open();
    await maintained;
    await slow.close();
    expect((await search(text('word'), first)).count).toBe(300);
    expect(await fixture.sql.query('select size from search_segments_segment')).toEqual([{ size: 300 }]);
    const lost = 'select from search_segments_block where segment_id not in (select id from search_segments_segment)';
    expect(await fixture.sql.query(lost)).toEqual([]);
    for (const table of ['tail', 'build']) {
      expect({ table, rows: await fixture.sql.query(`select from search_segments_${table}`) }).toEqual({
        table,
        rows: [],
      });
    }
  });

  it('keeps what was changed while a segment was being written', async () => {
    await fixture.clean();
    const documents = Array.from({ length: 300 }, (_, index) =>
      aSearchDocument({ id: `d${String(index)}`, content: 'word' }),
    );
    const [first, second] = documents as [SeededDocument, SeededDocument];
    await fixture.seed(documents);
    const gate = new Gate('insert into search_segments_block');
    const process = new SegmentsSearch({ ...fixture.host, sql: gate.over(fixture.sql) });
    const maintained = process.maintain();
    await gate.reached;
    await fixture.seed([
      { ...first, content: 'changed' },
      { ...second, trashed: true },
    ]);
    gate.open();
    await maintained;
    await process.close();
    expect((await search(text('word'), first)).count).toBe(298);
    expect(await search(text('changed'), first)).toEqual({ ids: [first.id], count: 1 });
    expect(await fixture.sql.query('select sequence from search_segments_tail order by sequence')).toEqual([
      { sequence: first.sequence },
      { sequence: second.sequence },
    ]);
  });
});

describe('a crash that takes back a change that a search has seen', () => {
  it('leaves nothing of it in what this process remembers', async () => {
    await fixture.clean();
    const document = aSearchDocument({ id: 'doc1', name: 'alpha' });
    const page = { ...requestFor(text('bravo'), [document]), sort: BY_CREATION, pageIndex: 0, pageSize: 10 };
    await fixture.seed([document]);
    await fixture.pool.query(`create table saved_tail as select * from search_segments_tail;
      create table saved_text as select * from search_segments_text;
      create table saved_number as select last_value from search_segments_number`);
    await fixture.seed([{ ...document, name: 'bravo' }]);
    expect((await fixture.backend.search(page)).count).toBe(1);
    await fixture.pool.query(`delete from search_segments_tail; delete from search_segments_text;
      insert into search_segments_tail select * from saved_tail;
      insert into search_segments_text select * from saved_text;
      select setval('search_segments_number', last_value) from saved_number;
      drop table saved_tail, saved_text, saved_number`);
    expect((await fixture.backend.search(page)).count).toBe(0);
    await fixture.seed([{ ...document, name: 'charlie' }]);
    expect((await fixture.backend.search(page)).count).toBe(0);
    expect((await fixture.backend.search({ ...page, tree: text('charlie') })).count).toBe(1);
  });
});
