import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchSort, type SearchTree, type Sql } from '@archivolt/plugin-kit';
import {
  aSearchDocument,
  describeAbandonedSearch,
  evaluateSearch,
  expectPagesByRelevance,
  expectPagesInEveryOrder,
  manyDocuments,
  TREES_OF_MANY,
  type SeededDocument,
} from '@archivolt/plugin-kit/testing';
import { SegmentsSearch } from '../src/segments-search.js';
import { Gate } from './gate.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const BY_CREATION: SearchSort = { field: 'createdAt', order: 'desc' };
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
    documents = manyDocuments();
    await fixture.seed(documents.slice(0, 5_900));
    await fixture.backend.maintain();
    await fixture.seed(documents.slice(5_900));
    await fixture.pool.query('analyze');
  });

  it('all but the newest of many matches are in segments', async () => {
    const [row] = await fixture.sql.query<{ tail: number; sizes: number[] }>(
      `select (select count(*)::int from search_segments_tail) as tail,
         (select array_agg(size order by last_age) from search_segments_segment) as sizes`,
    );
    expect(row).toEqual({ tail: 100, sizes: [2_048, 2_048, 1_804] });
  });

  it.each(TREES_OF_MANY)('the pages are right in every order for %s', (_, tree) =>
    expectPagesInEveryOrder(tree, documents, fixture.backend),
  );

  it.each(TREES_OF_MANY)('the pages by relevance are right for %s', (_, tree) =>
    expectPagesByRelevance(tree, documents, fixture.backend),
  );

  it('all ids are returned once each, in the order of creation', async () => {
    for (const [, tree] of TREES_OF_MANY) {
      const ids: string[] = [];
      for await (const chunk of fixture.backend.matchIds(requestFor(tree, documents))) {
        expect(chunk.length).toBeLessThanOrEqual(1_000);
        ids.push(...chunk);
      }
      const expected = evaluateSearch(documents, requestFor(tree, documents), BY_CREATION);
      expect([...ids].sort()).toEqual([...expected].sort());
    }
  });

  it('a fresh process returns the same pages', async () => {
    const fresh = new SegmentsSearch(fixture.host);
    const request = { ...requestFor(text('two words'), documents), sort: BY_CREATION, pageIndex: 2, pageSize: 100 };
    expect(await fresh.search(request)).toEqual(await fixture.backend.search(request));
  });

  it('a search has the time of its request, also when that is longer than usual', async () => {
    const limits: unknown[] = [];
    const sql: Sql = {
      ...fixture.sql,
      transaction: (work) =>
        fixture.sql.transaction(async (inner) => {
          const result = await work(inner);
          limits.push(...(await inner.query('show statement_timeout')));
          return result;
        }),
    };
    const backend = new SegmentsSearch({ ...fixture.host, sql });
    const request = { ...requestFor(text('two words'), documents), sort: BY_CREATION, pageIndex: 0, pageSize: 1 };
    await backend.search({ ...request, timeLimitMs: 25_000 });
    await backend.search(request);
    expect(limits).toEqual([{ statement_timeout: '25s' }, { statement_timeout: '10s' }]);
  });
});

describeAbandonedSearch('search_segments_tail', () => fixture);

describe('a prefix of very many words', () => {
  it('a prefix of many words finds all documents, without all of their blocks in memory at once', async () => {
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

  it('the index keeps no text of a removed document, and no segment of an organization without documents', async () => {
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

  it('a long content is requested again when the name of a document changes, and a short one is read', async () => {
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

  it('the index is empty after it was cleared while a segment was being written', async () => {
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

  it('the index has one segment of each document when a process that seemed lost continues', async () => {
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

  it('changes made while a segment was being written are kept', async () => {
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

describe('a crash that undoes a change that a search has seen', () => {
  it('the process remembers nothing of a change that a crash undid', async () => {
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
