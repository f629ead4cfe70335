import { expect } from '@jest/globals';
import type { SearchSort } from '../../src/search/search-backend.js';
import { evaluateSearch } from './evaluate-tree.js';
import { randomDocument, randomTree } from './random-trees.js';
import { SeededRandom } from './seeded-random.js';
import { aSearchDocument, ORGANIZATION, OTHER_ORGANIZATION, type SeededDocument } from './seeded-document.js';
import { ALL, CREATED, text, type SearchBackendUnderTest, type SuiteTools } from './suite-tools.js';

export function describeWrites({ check, given, found, context }: SuiteTools): void {
  check('replaces a document, however often and in whatever order it is indexed', async () => {
    const [a, b] = await given({ id: 'a', content: 'before' }, { id: 'b', content: 'before' });
    if (a === undefined || b === undefined) throw new Error('two documents were given');
    const changed = { ...a, name: 'renamed', content: 'after' };
    await context().seed([b, changed]);
    await context().seed([changed, changed, b]);
    expect(await found(text('before'))).toEqual(['b']);
    expect(await found(text('after'))).toEqual(['a']);
    expect(await found(text('renamed', 'name'))).toEqual(['a']);
    expect(await found(ALL)).toEqual(['a', 'b']);
  });

  check('removes documents from the index and finds restored ones again', async () => {
    const [a] = await given({ id: 'a', content: 'word' }, { id: 'b', content: 'word' });
    if (a === undefined) throw new Error('a document was given');
    await context().seed([{ ...a, trashed: true }]);
    await context().seed([{ ...a, trashed: true }, aSearchDocument({ id: 'unknown', trashed: true })]);
    expect(await found(text('word'))).toEqual(['b']);
    await context().seed([a]);
    expect(await found(text('word'))).toEqual(['a', 'b']);
  });

  check('finds nothing after clear, and what is indexed then', async () => {
    const [a] = await given(
      { id: 'a', content: 'word' },
      { id: 'b', content: 'word', organizationId: OTHER_ORGANIZATION },
    );
    if (a === undefined) throw new Error('a document was given');
    const target = context();
    await (target.transactional ? target.backend.clear(target.sql) : target.backend.clear());
    expect(await found(text('word'))).toEqual([]);
    expect(await found(text('word'), CREATED, OTHER_ORGANIZATION)).toEqual([]);
    await context().seed([a]);
    expect(await found(text('word'))).toEqual(['a']);
  });

  check('returns the same results after maintenance', async () => {
    await given({ id: 'a', content: 'word' });
    await context().backend.maintain?.();
    expect(await found(text('word'))).toEqual(['a']);
  });
}

export function describeTransactions({ check, given, found, context, transactional }: SuiteTools): void {
  check(
    'finds a document by its new name and notes and by its content after an update of the short texts, and not by the old ones',
    async () => {
      const [a] = await given(
        { id: 'a', name: 'old name', content: 'words', notes: 'earlier remark' },
        { id: 'b', name: 'old', content: 'words', notes: 'earlier' },
      );
      if (a === undefined) throw new Error('a document was given');
      const { backend, sql } = transactional();
      if (backend.updateShortTexts === undefined) return;
      const { id, sequence, organizationId } = a;
      const changed = { id, sequence, organizationId, name: 'new title', notes: 'later remark' };
      expect(await backend.updateShortTexts(changed, sql)).toBe(true);
      expect(await found(text('new title', 'name'))).toEqual(['a']);
      expect(await found(text('later remark', 'notes'))).toEqual(['a']);
      expect(await found(text('old'))).toEqual(['b']);
      expect(await found(text('earlier'))).toEqual(['b']);
      expect(await found(text('words', 'content'))).toEqual(['a', 'b']);
      expect(await backend.updateShortTexts({ ...changed, name: 'old name', notes: '' }, sql)).toBe(true);
      expect(await found(text('later'))).toEqual([]);
      expect(await found(text('old name'))).toEqual(['a']);
      const unknown = aSearchDocument({ id: 'unknown', organizationId });
      expect(await backend.updateShortTexts({ ...unknown, name: 'new' }, sql)).toBe(false);
      expect(await found(text('new'))).toEqual([]);
    },
    'transactional',
  );

  check(
    'finds nothing after it was emptied part by part, and what is indexed then',
    async () => {
      const [a] = await given({ id: 'a', content: 'word' }, { id: 'b', organizationId: OTHER_ORGANIZATION });
      if (a === undefined) throw new Error('a document was given');
      const { backend, sql } = transactional();
      if (backend.clearPart === undefined) return;
      let parts = 0;
      while (await backend.clearPart(sql)) expect((parts += 1)).toBeLessThan(100);
      expect(await found(text('word'))).toEqual([]);
      expect(await found(text('b', 'name'), CREATED, OTHER_ORGANIZATION)).toEqual([]);
      expect(await backend.clearPart(sql)).toBe(false);
      await context().seed([a]);
      expect(await found(text('word'))).toEqual(['a']);
    },
    'transactional',
  );

  check(
    'finds the documents of other organizations after one was cleared part by part, and what is indexed in it then',
    async () => {
      const [a] = await given({ id: 'a', content: 'word' }, { id: 'b', organizationId: OTHER_ORGANIZATION });
      if (a === undefined) throw new Error('a document was given');
      const { backend, sql } = transactional();
      if (backend.clearOrganizationPart === undefined) return;
      await context().seed([{ ...a, trashed: true }]);
      let parts = 0;
      while (await backend.clearOrganizationPart(ORGANIZATION, sql)) expect((parts += 1)).toBeLessThan(100);
      expect(await found(text('word'))).toEqual([]);
      expect(await found(text('b', 'name'), CREATED, OTHER_ORGANIZATION)).toEqual(['b']);
      await context().seed([a]);
      expect(await found(text('word'))).toEqual(['a']);
    },
    'transactional',
  );

  check(
    'changes nothing when its transaction is rolled back',
    async () => {
      await given({ id: 'a', content: 'word' });
      const other = aSearchDocument({ id: 'b', content: 'word', organizationId: 'org_00000000000000000000000r' });
      const rolledBack = transactional().sql.transaction(async (sql) => {
        await transactional().backend.remove(['a'], sql);
        await transactional().backend.index([other], sql);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      expect(await found(text('word'))).toEqual(['a']);
      expect(await found(text('word'), CREATED, other.organizationId)).toEqual([]);
    },
    'transactional',
  );
}

export function describeRandom({ check, context }: SuiteTools): void {
  check('returns for random queries what an evaluation of every document returns', async () => {
    const random = new SeededRandom(20_260_101);
    await context().clean();
    const documents = Array.from({ length: 120 }, (_, index) =>
      randomDocument(random, `r${String(index).padStart(3, '0')}`),
    );
    await context().seed(documents);
    for (let round = 0; round < 300; round += 1) {
      if (round % 25 === 24) await replaceSome(random, documents, context());
      const tree = randomTree(random, 4);
      const sort: SearchSort = {
        field: random.pick(['createdAt', 'updatedAt', 'name', 'documentDate', 'size'] as const),
        order: random.pick(['asc', 'desc'] as const),
      };
      const expected = evaluateSearch(documents, { organizationId: ORGANIZATION, tree }, sort);
      const pageSize = 1 + random.below(100);
      const page = await context().backend.search({ organizationId: ORGANIZATION, tree, sort, pageIndex: 0, pageSize });
      expect({ tree, sort, ...page }).toEqual({ tree, sort, ids: expected.slice(0, pageSize), count: expected.length });
    }
  });
}

async function replaceSome(
  random: SeededRandom,
  documents: SeededDocument[],
  context: SearchBackendUnderTest,
): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    const index = random.below(documents.length);
    const old = documents[index];
    if (old === undefined) continue;
    const { sequence, organizationId, createdAt } = old;
    documents[index] = { ...randomDocument(random, old.id), sequence, organizationId, createdAt };
    await context.seed(documents.slice(index, index + 1));
  }
}
