import { TransientPluginError, type HostServices, type Sql } from '@archivolt/plugin-kit';
import { inCancellableTransaction } from '@archivolt/search-sql';

const USUAL_LIMIT_MS = 10_000;

/** All statements of a search read the same state: no segment goes away on the way. */
const ONE_STATE = 'set transaction isolation level repeatable read, read only';

/** Lists of documents are sorted and joined in memory. */
const SETTINGS = {
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  jit: 'off',
  work_mem: '64MB',
};

/** For statements whose best plan depends on how many documents they are about. */
const PLAN_FOR_VALUES = `select set_config('plan_cache_mode', 'force_custom_plan', true)`;

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
  host: Pick<HostServices, 'controlSql' | 'sql'>,
  { signal, timeLimitMs = USUAL_LIMIT_MS }: SearchLimits,
  work: (session: SearchSession) => Promise<Result>,
): Promise<Result> {
  const opening = { first: ONE_STATE, settings: { ...SETTINGS, statement_timeout: String(timeLimitMs) } };
  return inCancellableTransaction(host, opening, signal, (sql) => work(new SearchSession(sql, signal, timeLimitMs)));
}
