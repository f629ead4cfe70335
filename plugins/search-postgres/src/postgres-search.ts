import type {
  HostServices,
  SearchBackend,
  SearchCapabilities,
  SearchDocument,
  SearchPage,
  SearchRequest,
  SearchSort,
  Sql,
} from '@archivolt/plugin-kit';
import { removeDocuments, writeDocuments } from './document-index.js';
import { planQuery, type QueryPlan } from './query-plan.js';
import { inSearchTransaction } from './search-transaction.js';
import { countStatement, mayWalk, nextMatchesStatement, pageStatement, walkStatement } from './statements.js';

/** Every read of a chunk runs the whole query again, so chunks are read large and handed on small. */
const READ_CHUNK = 20_000;
const GIVEN_CHUNK = 1_000;

export class PostgresSearch implements SearchBackend {
  readonly capabilities: SearchCapabilities = { transactional: true };

  constructor(
    private readonly host: Pick<HostServices, 'sql'>,
    private readonly chunks = { read: READ_CHUNK, given: GIVEN_CHUNK },
  ) {}

  async index(documents: readonly SearchDocument[], sql: Sql): Promise<void> {
    await writeDocuments(documents, sql);
  }

  async remove(documentIds: readonly string[], sql: Sql): Promise<void> {
    await removeDocuments(documentIds, sql);
  }

  async search(
    request: SearchRequest & { sort: SearchSort; pageIndex: number; pageSize: number },
    signal?: AbortSignal,
  ): Promise<SearchPage> {
    const page = { offset: request.pageIndex * request.pageSize, size: request.pageSize };
    return inSearchTransaction(this.host.sql, request.organizationId, signal, async (sql, lexemes) => {
      const plan = planQuery(request.tree, request.organizationId, lexemes);
      const { text, values } = countStatement(plan);
      const [row] = await sql.query<{ count: string }>(text, values);
      const count = Number(row?.count ?? 0);
      if (page.offset >= count) return { ids: [], count };
      return { ids: await readPage(sql, plan, request.sort, page, count), count };
    });
  }

  async *matchIds({ tree, organizationId }: SearchRequest): AsyncIterable<string[]> {
    let after = '-1';
    for (;;) {
      const rows = await inSearchTransaction(this.host.sql, organizationId, undefined, (sql, lexemes) => {
        const plan = planQuery(tree, organizationId, lexemes);
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

  async maintain(): Promise<void> {
    await this.host.sql.query(`select gin_clean_pending_list('search_document_terms'::regclass)`);
  }
}

async function readPage(
  sql: Sql,
  plan: QueryPlan,
  sort: SearchSort,
  page: { offset: number; size: number },
  count: number,
): Promise<string[]> {
  const read = async ({ text, values }: { text: string; values: readonly unknown[] }) =>
    (await sql.query<{ id: string }>(text, values)).map(({ id }) => id);
  if (mayWalk(plan, page, count)) {
    const walked = await read(walkStatement(plan, sort, page));
    if (walked.length === Math.min(page.size, count - page.offset)) return walked;
  }
  return read(pageStatement(plan, sort, page));
}
