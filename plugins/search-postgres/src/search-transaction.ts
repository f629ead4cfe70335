import { TransientPluginError, type HostServices, type SearchRequest, type Sql } from '@archivolt/plugin-kit';
import { Lexemes } from './lexemes.js';

const USUAL_LIMIT_MS = 10_000;
const QUERY_CANCELED = '57014';

/**
 * Without these settings PostgreSQL takes a sequential scan as soon as there are words not yet merged into the index,
 * because it does not see what reading the vectors costs, takes all documents of an organization to find the few with a
 * tag, because it takes every page to come from a slow disk, and scans lists for sets that do not fit in memory. A
 * prepared statement must be planned for the words of this search: the best plan differs between rare and frequent ones.
 */
const OPEN = `
  select set_config('enable_seqscan', 'off', true),
         set_config('max_parallel_workers_per_gather', '0', true),
         set_config('random_page_cost', '1.1', true),
         set_config('jit', 'off', true),
         set_config('plan_cache_mode', 'force_custom_plan', true),
         set_config('work_mem', '64MB', true),
         set_config('statement_timeout', $2, true),
         pg_backend_pid() as pid,
         extract(epoch from now())::text as started,
         (select number from search_postgres_organization where id = $1) as number`;

/** Bound to the transaction: a connection that already serves another request is left alone. */
const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = $1 and extract(epoch from xact_start)::text = $2 and state = 'active'`;

interface Session {
  pid: number;
  started: string;
  number: number | null;
}

/** Runs `work` with the settings of a search; its statements are cancelled at the time limit, and when `signal` aborts. */
export async function inSearchTransaction<Result>(
  { sql, controlSql }: Pick<HostServices, 'controlSql' | 'sql'>,
  { organizationId, timeLimitMs = USUAL_LIMIT_MS }: Pick<SearchRequest, 'organizationId' | 'timeLimitMs'>,
  signal: AbortSignal | undefined,
  work: (sql: Sql, lexemes: Lexemes) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  return sql.transaction(async (transaction) => {
    const [session] = await transaction.query<Session & Record<string, unknown>>(OPEN, [
      organizationId,
      String(timeLimitMs),
    ]);
    // On a connection of its own: all others may be taken by searches that are to be cancelled.
    const cancel = () => void controlSql.query(CANCEL, [session?.pid, session?.started]).catch(() => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await work(transaction, new Lexemes(session?.number ?? undefined));
    } catch (error) {
      signal?.throwIfAborted();
      if (isCanceled(error)) throw new TransientPluginError('The search took too long.', { cause: error });
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  });
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}
