import { expect } from '@jest/globals';
import { sortKey, type SearchSort, type Sql, type TransactionalSearchBackend } from '@archivolt/plugin-kit';
import {
  evaluateGroups,
  evaluateRelevance,
  evaluateSearch,
  randomDocument,
  randomTerms,
  randomTree,
  seedDocuments,
  type SeededDocument,
  type SeededRandom,
} from '@archivolt/plugin-kit/testing';

/** The organization of most random documents. */
export const ORGANIZATION = 'org_000000000000000000000001';

/** An engine that is changed and asked. */
export type ChangedBackend = Pick<Required<TransactionalSearchBackend>, 'index' | 'remove' | 'updateShortTexts'>;
export type AskedBackend = Pick<
  Required<TransactionalSearchBackend>,
  'search' | 'searchByRelevance' | 'countGroups' | 'matchIds'
>;

/** An archive that changes at random, and what it must answer. */
export class RandomArchive {
  readonly documents: SeededDocument[] = [];
  readonly #ids = new Set<string>();

  constructor(
    private readonly fixture: { sql: Sql },
    private readonly random: SeededRandom,
  ) {}

  /** One change as the core makes it, through this instance of the engine. */
  async change(backend: ChangedBackend): Promise<void> {
    const { documents, random } = this;
    const kind = random.below(10);
    const index = random.below(Math.max(1, documents.length));
    const known = documents[index];
    if (known === undefined || kind < 4) return this.#add(1 + random.below(5), backend);
    if (kind === 9) return this.#purge(index, backend);
    if (kind === 8 && !known.trashed) return this.#rename(known, index, backend);
    const { sequence, organizationId, createdAt } = known;
    const changed = kind < 6 ? { ...randomDocument(random, known.id), sequence, organizationId, createdAt } : known;
    documents[index] = { ...changed, trashed: kind >= 6 ? !known.trashed : changed.trashed };
    return seedDocuments(documents.slice(index, index + 1), backend, this.fixture.sql);
  }

  async #add(count: number, backend: ChangedBackend): Promise<void> {
    const added = Array.from({ length: count }, () => {
      const id = `d${String(this.#ids.size).padStart(5, '0')}`;
      this.#ids.add(id);
      return randomDocument(this.random, id);
    });
    this.documents.push(...added);
    await seedDocuments(added, backend, this.fixture.sql);
  }

  async #rename(known: SeededDocument, index: number, backend: ChangedBackend): Promise<void> {
    const { name, notes } = randomDocument(this.random, known.id);
    const renamed = { ...known, name, notes };
    this.documents[index] = renamed;
    const { id, sequence, organizationId } = known;
    await this.fixture.sql.transaction(async (sql) => {
      const changed = [id, sortKey(name), notes];
      await sql.query('update document set name_sort_key = $2, notes = $3 where id = $1', changed);
      expect(await backend.updateShortTexts({ id, sequence, organizationId, name, notes }, sql)).toBe(true);
    });
  }

  async #purge(index: number, backend: ChangedBackend): Promise<void> {
    const [purged] = this.documents.splice(index, 1);
    if (purged === undefined) return;
    await this.fixture.sql.transaction(async (sql) => {
      await sql.query('delete from document where id = $1', [purged.id]);
      await backend.remove([purged.id], sql);
    });
  }

  /** Compares a random page and the counts of groups of each engine with an evaluation of every document. */
  async check(asked: AskedBackend | readonly AskedBackend[], step: unknown): Promise<void> {
    const { random } = this;
    const tree = randomTree(random, 3, { endings: true });
    const sort: SearchSort = {
      field: random.pick(['createdAt', 'updatedAt', 'name', 'documentDate', 'size'] as const),
      order: random.pick(['asc', 'desc'] as const),
    };
    const request = { organizationId: ORGANIZATION, tree };
    const expected = evaluateSearch(this.documents, request, sort);
    const pageSize = 1 + random.below(20);
    const pageIndex = random.below(3);
    const ids = expected.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    const isAskedForAll = random.below(5) === 0;
    const terms = random.below(3) === 0 ? randomTerms(random) : undefined;
    const ranked = terms && evaluateRelevance(this.documents, { ...request, terms });
    for (const backend of 'search' in asked ? [asked] : asked) {
      const page = await backend.search({ ...request, sort, pageIndex, pageSize });
      expect({ step, tree, sort, ...page }).toEqual({ step, tree, sort, ids, count: expected.length });
      if (terms !== undefined) {
        const best = await backend.searchByRelevance({ ...request, terms, pageIndex, pageSize });
        const expectedBest = ranked?.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
        expect({ step, tree, terms, ...best }).toEqual({
          step,
          tree,
          terms,
          ids: expectedBest,
          count: expected.length,
        });
      }
      if (!isAskedForAll) continue;
      expect(await backend.countGroups(request)).toEqual(evaluateGroups(this.documents, request));
      const matches: string[] = [];
      for await (const chunk of backend.matchIds(request)) matches.push(...chunk);
      expect(matches.toSorted()).toEqual(expected.toSorted());
    }
  }
}
