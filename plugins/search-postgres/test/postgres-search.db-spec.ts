import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchSort, type SearchTree } from '@archivolt/plugin-kit';
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
import { PostgresSearch } from '../src/postgres-search.js';
import { prepareContent } from '../src/prepare.js';
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
    await fixture.seed(documents);
    await fixture.pool.query('analyze');
  });

  it.each(TREES_OF_MANY)('the pages are right in every order for %s', (_, tree) =>
    expectPagesInEveryOrder(tree, documents, fixture.backend),
  );

  it.each(TREES_OF_MANY)('the pages by relevance are right for %s', (_, tree) =>
    expectPagesByRelevance(tree, documents, fixture.backend),
  );

  it('all ids are returned once each when they take many reads', async () => {
    const backend = new PostgresSearch(fixture.host, { read: 70, given: 30 });
    for (const [, tree] of TREES_OF_MANY.slice(1, 4)) {
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

describeAbandonedSearch('search_postgres_document', () => fixture);

describe('the index', () => {
  it('the index finds the words that fit in a text beyond the limit of a vector', async () => {
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

  it('the index reports a text beyond the limit of a vector as cut, and a shorter one as complete', () => {
    const words = Array.from({ length: 210_000 }, (_, index) => `${String(index)}abcdefgh`);
    expect(prepareContent(words.join(' ')).isCut).toBe(true);
    expect(prepareContent(words.slice(0, 20_000).join(' ')).isCut).toBe(false);
    expect(prepareContent('same word '.repeat(1_000_000)).isCut).toBe(false);
  });

  it('the index has the same for a prepared content as for one that it prepares itself', async () => {
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

  it('the index keeps vectors below 1 MiB for organizations with long numbers', async () => {
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

  it('the index is not written when a document is indexed again unchanged', async () => {
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

  it('the index has nothing waiting after maintenance', async () => {
    await fixture.clean();
    await fixture.seed([aSearchDocument({ id: 'a', content: 'word' })]);
    await fixture.backend.maintain();
    const [waiting] = await fixture.sql.query<{ pages: number }>(
      `select gin_clean_pending_list('search_postgres_terms')::int as pages`,
    );
    expect(waiting?.pages).toBe(0);
  });

  it('the index keeps no word of a removed document', async () => {
    await fixture.clean();
    await fixture.seed([aSearchDocument({ id: 'a', content: 'word' })]);
    await fixture.backend.remove(['a'], fixture.sql);
    for (const table of ['search_postgres_document', 'search_postgres_text']) {
      expect(await fixture.sql.query(`select id from ${table}`)).toEqual([]);
    }
  });
});
