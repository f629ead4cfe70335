import type { HostServices, SearchRequest, Sql } from '@archivolt/plugin-kit';
import { inCancellableTransaction } from '@archivolt/search-sql';
import { Lexemes } from './lexemes.js';

const USUAL_LIMIT_MS = 10_000;

/**
 * Without these settings PostgreSQL takes a sequential scan as soon as there are words not yet merged into the index,
 * because it does not see what reading the vectors costs, takes all documents of an organization to find the few with a
 * tag, because it takes every page to come from a slow disk, and scans lists for sets that do not fit in memory. A
 * prepared statement must be planned for the words of this search: the best plan differs between rare and frequent ones.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  jit: 'off',
  plan_cache_mode: 'force_custom_plan',
  work_mem: '64MB',
};
const NUMBER = '(select number from search_postgres_organization where id = $1) as number';

/** Runs `work` with the settings of a search; its statements are cancelled at the time limit, and when `signal` aborts. */
export async function inSearchTransaction<Result>(
  host: Pick<HostServices, 'controlSql' | 'sql'>,
  { organizationId, timeLimitMs = USUAL_LIMIT_MS }: Pick<SearchRequest, 'organizationId' | 'timeLimitMs'>,
  signal: AbortSignal | undefined,
  work: (sql: Sql, lexemes: Lexemes) => Promise<Result>,
): Promise<Result> {
  const settings = { ...SETTINGS, statement_timeout: String(timeLimitMs) };
  const opening = { settings, columns: [NUMBER], values: [organizationId] };
  return inCancellableTransaction<{ number: number | null }, Result>(host, opening, signal, (sql, opened) =>
    work(sql, new Lexemes(opened?.number ?? undefined)),
  );
}
