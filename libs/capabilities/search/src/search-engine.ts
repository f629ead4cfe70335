import { Logger } from '@nestjs/common';
import {
  TransientPluginError,
  type ExternalSearchBackend,
  type SearchBackend,
  type SearchDeclaration,
  type SearchQueries,
  type TransactionalSearchBackend,
} from '@archivolt/plugin-kit';
import { logPluginError } from './log-plugin-error.js';
import { limitedCall } from '#ground/plugin-host';
import { SearchUnavailable } from './search.errors.js';

const MAINTENANCE_LIMIT_SECONDS = 60;

export interface SearchEngineOptions {
  pluginId: string;
  declaration: SearchDeclaration;
  /** Creates and starts the backend; called again after a failure. */
  open: () => Promise<SearchBackend>;
  /** Time limit of a query in milliseconds. */
  timeoutMs: number;
}

/** The search plugin of this installation. It is opened when it is needed, because an external one may be away. */
export class SearchEngine {
  readonly #logger = new Logger('Search');
  readonly pluginId: string;
  readonly declaration: SearchDeclaration;

  constructor(private readonly options: SearchEngineOptions) {
    this.pluginId = options.pluginId;
    this.declaration = options.declaration;
  }

  /** Returns whether a document is findable as soon as the transaction that changes it commits. */
  get isTransactional(): boolean {
    return this.declaration.transactional;
  }

  get readsOwnWrites(): boolean {
    return !this.declaration.transactional && this.declaration.readsOwnWrites === true;
  }

  /** The backend that writes in the transactions of the core; `undefined` when the plugin has none. */
  async transactional(): Promise<TransactionalSearchBackend | undefined> {
    return this.isTransactional ? ((await this.options.open()) as TransactionalSearchBackend) : undefined;
  }

  /** The backend that changes are delivered to; `undefined` when the plugin has none. */
  async external(): Promise<ExternalSearchBackend | undefined> {
    return this.isTransactional ? undefined : ((await this.options.open()) as ExternalSearchBackend);
  }

  open(): Promise<SearchQueries> {
    return this.options.open();
  }

  /** Throws when the plugin cannot work now; also what it threw when it was opened. */
  async check(signal: AbortSignal): Promise<void> {
    const backend = await this.open();
    await backend.check?.(signal);
  }

  /** An external engine gets a minute, and may go on after it. */
  async maintain(): Promise<void> {
    const backend = await this.open();
    if (this.isTransactional) await backend.maintain?.();
    else
      await limitedCall('the search engine', { seconds: MAINTENANCE_LIMIT_SECONDS }, async () => backend.maintain?.());
  }

  /** Runs a query. Throws SearchUnavailable when the plugin does not respond in time, or cannot be reached. */
  async query<Result>(
    work: (backend: SearchQueries, signal: AbortSignal, timeLimitMs: number) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    // A query that was aborted still uses the database: its place is free when it has ended.
    const { timeoutMs } = this.options;
    const limits = { seconds: timeoutMs / 1000, signal, waitsAfterAbort: true };
    try {
      return await limitedCall('it', limits, async (limited) => work(await this.open(), limited, timeoutMs));
    } catch (error) {
      signal?.throwIfAborted();
      // A plugin inside this database fails for the same reasons as any other statement; those errors are known.
      if (this.isTransactional && !(error instanceof TransientPluginError)) throw error;
      logPluginError(this.#logger, `${this.pluginId} did not answer a search`, error);
      throw SearchUnavailable({ cause: error });
    }
  }
}
