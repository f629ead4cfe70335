import { TransientPluginError, type HostServices, type Sql } from '@archivolt/plugin-kit';

const USUAL_LIMIT_MS = 10_000;
const QUERY_CANCELED = '57014';

/** All statements of a search read the same state: no segment goes away on the way. */
const ONE_STATE = 'set transaction isolation level repeatable read, read only';

/** Lists of documents are sorted and joined in memory. */
const OPEN = `
  select set_config('max_parallel_workers_per_gather', '0', true),
         set_config('random_page_cost', '1.1', true),
         set_config('jit', 'off', true),
         set_config('work_mem', '64MB', true),
         set_config('statement_timeout', $1, true),
         pg_backend_pid() as pid,
         extract(epoch from now())::text as started`;

/** For statements whose best plan depends on how many documents they are about. */
const PLAN_FOR_VALUES = `select set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Bound to the transaction: a connection that already serves another request is left alone. */
const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = $1 and extract(epoch from xact_start)::text = $2 and state = 'active'`;

/** The statements of one search, and its end: by its time limit, or by the caller. */
export class SearchSession {
  readonly #endsAt: number;
  #plansForValues = false;

  constructor(
    private readonly sql: Sql,
    private readonly signal: AbortSignal | undefined,
    timeLimitMs: number,
  ) {
    this.#endsAt = performance.now() + timeLimitMs;
  }

  async query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.check();
    return this.sql.query<Row>(text, values);
  }

  /** From now on, each statement of this search is planned for its values, which takes longer. */
  async planForValues(): Promise<void> {
    if (this.#plansForValues) return;
    this.#plansForValues = true;
    await this.query(PLAN_FOR_VALUES, []);
  }

  /** Throws when the search must not go on. */
  check(): void {
    this.signal?.throwIfAborted();
    if (performance.now() > this.#endsAt) throw new TransientPluginError('The search took too long.');
  }
}

export interface SearchLimits {
  signal?: AbortSignal | undefined;
  timeLimitMs?: number | undefined;
}

/** Runs `work` on one state of the database; its statements are cancelled at the limits. */
export async function inSearchTransaction<Result>(
  { sql, controlSql }: Pick<HostServices, 'controlSql' | 'sql'>,
  { signal, timeLimitMs = USUAL_LIMIT_MS }: SearchLimits,
  work: (session: SearchSession) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  return sql.transaction(async (transaction) => {
    await transaction.query(ONE_STATE);
    const [opened] = await transaction.query<{ pid: number; started: string }>(OPEN, [String(timeLimitMs)]);
    // On a connection of its own: all others may be taken by searches that are to be cancelled.
    const cancel = () => void controlSql.query(CANCEL, [opened?.pid, opened?.started]).catch(() => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await work(new SearchSession(transaction, signal, timeLimitMs));
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
