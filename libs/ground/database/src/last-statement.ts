import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import { isLostConnection } from './lost-connection.js';
import { LIMIT_IDLE_TRANSACTION } from './postgres-pool.js';

/** What a transaction does last. It must fail when the transaction must not be committed: its rows are not looked at. */
export interface LastStatement {
  text: string;
  /** Values of types that can always be sent: a statement that did not reach the server would not stop the commit. */
  values: readonly (number | readonly string[] | string)[];
}

interface Ending {
  last: LastStatement;
  releasesLocksEarly: boolean;
}

/**
 * The commit returns before it is flushed and so releases the locks. The next statement is a transaction of its own that
 * only writes to the log; its commit waits, as the server is set up, for all that was written before.
 */
export const COMMIT_THEN_FLUSH = `set local synchronous_commit = off; commit; select pg_logical_emit_message(true, '', '')`;

interface EarlyCommitConfig extends PostgresDialectConfig {
  /** See `PoolOptions`. */
  isPooled: boolean;
}

const endings = new WeakMap<DatabaseConnection, Ending>();

/** Makes the commit on this connection send the statement, too. */
export function commitWith(connection: DatabaseConnection, ending: Ending): void {
  endings.set(connection, ending);
}

/**
 * Sends the last statement of a transaction and its commit without waiting in between: the locks that the statement takes
 * are not held while an answer travels to this process and waits there for its turn. When the statement fails, PostgreSQL
 * makes the commit a rollback.
 */
export class EarlyCommitDialect extends PostgresDialect {
  readonly #config: EarlyCommitConfig;

  constructor(config: EarlyCommitConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new EarlyCommitDriver(this.#config);
  }
}

class EarlyCommitDriver extends PostgresDriver {
  readonly #isPooled: boolean;

  constructor({ isPooled, ...config }: EarlyCommitConfig) {
    super(config);
    this.#isPooled = isPooled;
  }

  /**
   * On a connection that is closed, the first statement of the work fails, and the rollback gives its place in the pool
   * back; after a failed beginning no caller would.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    endings.delete(connection);
    try {
      await super.beginTransaction(connection, settings);
      // Sent without waiting: the first statement of the work follows.
      if (this.#isPooled) connection.executeQuery(CompiledQuery.raw(LIMIT_IDLE_TRANSACTION)).catch(() => undefined);
    } catch (error) {
      if (!(await isClosed(connection))) throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const ending = endings.get(connection);
    if (!ending) return super.commitTransaction(connection);
    endings.delete(connection);
    const { last, releasesLocksEarly } = ending;
    const [written, committed] = await Promise.allSettled([
      connection.executeQuery(CompiledQuery.raw(last.text, [...last.values])),
      connection.executeQuery(CompiledQuery.raw(releasesLocksEarly ? COMMIT_THEN_FLUSH : 'commit')),
    ]);
    if (written.status === 'rejected') throw written.reason;
    if (committed.status === 'rejected') throw committed.reason;
  }

  /** A lost connection has rolled back by itself. An error would keep its place in the pool taken permanently. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
    }
  }
}

const PROBES = 3;

/** True when pg itself refuses statements on this connection: such an error has no code. */
async function isClosed(connection: DatabaseConnection): Promise<boolean> {
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const error: unknown = await connection
      .executeQuery(CompiledQuery.raw('select 1'))
      .catch((failed: unknown) => failed);
    if (isLostConnection(error) && (error as { code?: unknown }).code === undefined) return true;
  }
  return false;
}
