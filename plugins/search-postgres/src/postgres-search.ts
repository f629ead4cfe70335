import type {
  HostServices,
  RelevancePageRequest,
  SearchGroups,
  SearchPage,
  SearchPageRequest,
  SearchRequest,
  SearchShortTexts,
  SearchSort,
  SearchText,
  SimilarDocument,
  SimilarRequest,
  Sql,
  TransactionalSearchBackend,
} from '@archivolt/plugin-kit';
import {
  clearDocuments,
  clearSomeDocuments,
  removeDocuments,
  updateShortTexts,
  writeDocuments,
  type OrganizationNumbers,
} from './document-index.js';
import { groupsStatement } from './groups.js';
import { planQuery, type QueryPlan } from './query-plan.js';
import { readRankedPage } from './relevance.js';
import { inSearchTransaction } from './search-transaction.js';
import { readSimilar } from './similar.js';
import {
  countedPageStatement,
  countStatement,
  mayWalk,
  nextMatchesStatement,
  pageStatement,
  walkStatement,
  type PageWindow,
  type Statement,
} from './statements.js';

/** Every read of a chunk runs the whole query again, so chunks are read large and handed on small. */
const READ_CHUNK = 20_000;
const GIVEN_CHUNK = 1_000;

export class PostgresSearch implements TransactionalSearchBackend {
  readonly #organizationNumbers: OrganizationNumbers = new Map();

  constructor(
    private readonly host: Pick<HostServices, 'controlSql' | 'sql'>,
    private readonly chunks = { read: READ_CHUNK, given: GIVEN_CHUNK },
  ) {}

  async index(documents: readonly SearchText[], sql: Sql): Promise<void> {
    await writeDocuments(documents, sql, this.#organizationNumbers);
  }

  async updateShortTexts(document: SearchShortTexts, sql: Sql): Promise<boolean> {
    return updateShortTexts(document, sql);
  }

  async remove(documentIds: readonly string[], sql: Sql): Promise<void> {
    await removeDocuments(documentIds, sql);
  }

  async clear(sql: Sql): Promise<void> {
    await clearDocuments(sql);
  }

  async clearPart(sql: Sql): Promise<boolean> {
    return clearSomeDocuments(sql);
  }

  async search(request: SearchPageRequest, signal?: AbortSignal): Promise<SearchPage> {
    const page = { offset: request.pageIndex * request.pageSize, size: request.pageSize };
    return inSearchTransaction(this.host, request, signal, async (sql, lexemes) => {
      const plan = planQuery(request.tree, request.organizationId, lexemes);
      return plan.isCostly ? readAtOnce(sql, plan, request.sort, page) : readCountFirst(sql, plan, request.sort, page);
    });
  }

  async searchByRelevance(request: RelevancePageRequest, signal?: AbortSignal): Promise<SearchPage> {
    const page = { offset: request.pageIndex * request.pageSize, size: request.pageSize };
    return inSearchTransaction(this.host, request, signal, (sql, lexemes) =>
      readRankedPage(request, page, { sql, lexemes }),
    );
  }

  async findSimilar(request: SimilarRequest, signal?: AbortSignal): Promise<SimilarDocument[]> {
    return inSearchTransaction(this.host, request, signal, (sql, lexemes) => readSimilar(request, { sql, lexemes }));
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    let after = '-1';
    for (;;) {
      const rows = await inSearchTransaction(this.host, request, undefined, (sql, lexemes) => {
        const plan = planQuery(request.tree, request.organizationId, lexemes);
        const { text, values } = nextMatchesStatement(plan, after, this.chunks.read);
        return sql.query<{ sequence: string; id: string }>(text, values);
      });
      for (let start = 0; start < rows.length; start += this.chunks.given) {
        yield rows.slice(start, start + this.chunks.given).map(({ id }) => id);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < this.chunks.read) return;
      after = last.sequence;
    }
  }

  async countGroups(request: SearchRequest, signal?: AbortSignal): Promise<SearchGroups> {
    return inSearchTransaction(this.host, request, signal, async (sql, lexemes) => {
      const { text, values } = groupsStatement(planQuery(request.tree, request.organizationId, lexemes));
      const [groups] = await sql.query<SearchGroups>(text, values);
      if (groups === undefined) throw new Error('counting returns one row');
      return groups;
    });
  }

  async maintain(): Promise<void> {
    await this.host.sql.query(`select gin_clean_pending_list('search_postgres_terms'::regclass)`);
  }
}

async function readAtOnce(sql: Sql, plan: QueryPlan, sort: SearchSort, page: PageWindow): Promise<SearchPage> {
  const { text, values } = countedPageStatement(plan, sort, page);
  const rows = await sql.query<{ id: string; count: string }>(text, values);
  const [first] = rows;
  if (first !== undefined) return { ids: rows.map(({ id }) => id), count: Number(first.count) };
  return { ids: [], count: page.offset === 0 ? 0 : await readCount(sql, plan) };
}

async function readCountFirst(sql: Sql, plan: QueryPlan, sort: SearchSort, page: PageWindow): Promise<SearchPage> {
  const count = await readCount(sql, plan);
  if (page.offset >= count) return { ids: [], count };
  if (mayWalk(plan, page, count)) {
    const ids = await readIds(sql, walkStatement(plan, sort, page));
    if (ids.length === Math.min(page.size, count - page.offset)) return { ids, count };
  }
  return { ids: await readIds(sql, pageStatement(plan, sort, page)), count };
}

async function readCount(sql: Sql, plan: QueryPlan): Promise<number> {
  const { text, values } = countStatement(plan);
  const [row] = await sql.query<{ count: string }>(text, values);
  return Number(row?.count ?? 0);
}

async function readIds(sql: Sql, { text, values }: Statement): Promise<string[]> {
  return (await sql.query<{ id: string }>(text, values)).map(({ id }) => id);
}
