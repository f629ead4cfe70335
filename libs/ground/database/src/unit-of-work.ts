import type { Sql } from '@archivolt/plugin-kit';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import { commitWith, type LastStatement } from './last-statement.js';
import { isStalePreparedStatement } from './prepared-statements.js';
import { FlushBarrier } from './flush-barrier.js';
import { sqlOver } from './sql.js';

/**
 * One database transaction. Rows, events and jobs are written through it: all of them exist after the commit, or none.
 */
export class Transaction {
  readonly #lastSteps: (() => Promise<void>)[] = [];
  readonly #afterCommit: (() => Promise<void> | void)[] = [];
  #last: { statement: LastStatement; failure?: ((error: unknown) => unknown) | undefined } | undefined;
  #em: EntityManager | undefined;
  readonly db: Kysely<unknown>;
  readonly sql: Sql;

  constructor(
    private readonly transaction: KyselyTransaction<unknown>,
    private readonly orm: MikroORM,
  ) {
    this.db = transaction;
    this.sql = sqlOver(transaction);
  }

  /** The entity manager, which is made on first use: most transactions need none. */
  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.orm.em.fork();
      this.#em.setTransactionContext(this.transaction);
    }
    return this.#em;
  }

  /** Runs `step` after all work and just before the commit: for a lock that other transactions wait for. */
  beforeCommit(step: () => Promise<void>): void {
    this.#lastSteps.push(step);
  }

  /**
   * Sends `statement` together with the commit, for a lock that many transactions wait for. It must fail when the
   * transaction must not be committed; `failure` may replace that error. Called from a step of {@link beforeCommit}.
   */
  commitWith(statement: LastStatement, failure?: (error: unknown) => unknown): void {
    if (this.#last) throw new Error('a transaction has one last statement');
    this.#last = { statement, failure };
  }

  /**
   * Runs `step` when the transaction is committed, and not at all when it is rolled back or the process is killed in
   * between: for what may get lost, such as a wake-up. A failure is logged; the caller of the work never sees it.
   */
  afterCommit(step: () => Promise<void> | void): void {
    this.#afterCommit.push(step);
  }

  /**
   * Runs `work` in a savepoint: when it throws, what it wrote is undone, and the transaction can go on. Locks may stay.
   * For statements of `sql`; what the work records needs `Changes.attempt`.
   */
  async savepoint<Result>(work: () => Promise<Result>): Promise<Result> {
    const [lastSteps, afterCommit] = [this.#lastSteps.length, this.#afterCommit.length];
    await this.sql.query('savepoint attempt');
    try {
      const result = await work();
      await this.sql.query('release savepoint attempt');
      return result;
    } catch (error) {
      this.#lastSteps.length = lastSteps;
      this.#afterCommit.length = afterCommit;
      await this.sql.query('rollback to savepoint attempt');
      throw error;
    }
  }

  /** Writes pending entity changes, then runs the steps of {@link beforeCommit}. */
  async finish({ releasesLocksEarly }: { releasesLocksEarly: () => boolean }): Promise<void> {
    await this.#em?.flush();
    for (const step of this.#lastSteps) await step();
    const last = this.#last?.statement;
    if (!last) return;
    await this.db.getExecutor().provideConnection((connection) => {
      commitWith(connection, { last, releasesLocksEarly: releasesLocksEarly() });
      return Promise.resolve();
    });
  }

  /** The error that a failed commit stands for. */
  failureOf(error: unknown): unknown {
    return this.#last?.failure?.(error) ?? error;
  }

  /** Runs the steps of {@link afterCommit}; a failing step does not keep the others from running. */
  async committed(): Promise<void> {
    for (const step of this.#afterCommit) {
      try {
        await step();
      } catch (error) {
        logger.error(`A step after a commit failed: ${(error as Error).message}`, (error as Error).stack);
      }
    }
  }
}

const logger = new Logger('Database');
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

export interface RunOptions {
  /**
   * Others see the change, and no longer wait for its locks, before it is flushed; the caller waits for the flush as
   * always. Only for changes that are not acted on outside the database without a flush: none that adds or removes files,
   * and none that answers repeated requests. A transaction that runs alone in this process commits as usual, which costs
   * less. Why: docs/adr/0072-locks-are-released-before-the-flush.md
   */
  releasesLocksEarly?: boolean;
}

@Injectable()
export class UnitOfWork {
  /** Statements outside a transaction. */
  readonly db: Kysely<unknown>;
  readonly #flush: FlushBarrier;
  /** Transactions of this process. */
  #running = 0;

  constructor(
    private readonly orm: MikroORM,
    private readonly allowed: RunOptions = { releasesLocksEarly: true },
  ) {
    this.db = orm.em.fork().getKysely();
    this.#flush = new FlushBarrier(sqlOver(this.db));
  }

  /**
   * Runs `work` in a transaction. After a deadlock, or when a prepared statement is out of date, the work runs again, so
   * it must change nothing but the database.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>, options: RunOptions = {}): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, tx } = await this.#attempt(work, options);
        await tx.committed();
        return result;
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  async #attempt<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { releasesLocksEarly: isWanted = false }: RunOptions,
  ): Promise<{ result: Result; tx: Transaction }> {
    const mayReleaseLocksEarly =
      isWanted && this.allowed.releasesLocksEarly === true && (await this.#flush.isPossible());
    let begun: Transaction | undefined;
    this.#running += 1;
    try {
      return await this.db.transaction().execute(async (db) => {
        const tx = (begun = new Transaction(db, this.orm));
        try {
          const result = await work(tx);
          await tx.finish({ releasesLocksEarly: () => mayReleaseLocksEarly && this.#running > 1 });
          return { result, tx };
        } catch (error) {
          await untilNothingRuns(db); // the rollback would overtake what another part of the work has sent
          throw error;
        }
      });
    } catch (error) {
      throw begun?.failureOf(error) ?? error;
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Resolves when all that this process has read is flushed: for what leaves the database and is relied on there. A change
   * may be visible some milliseconds earlier, see {@link RunOptions}. `sql` must not be in a transaction.
   */
  async whatWasReadIsFlushed(sql: Sql = sqlOver(this.db)): Promise<void> {
    if (this.allowed.releasesLocksEarly && (await this.#flush.isPossible())) await this.#flush.wait(sql);
  }

  async isDatabaseThere(): Promise<boolean> {
    return sqlOver(this.db)
      .query('select 1')
      .then(
        () => true,
        () => false,
      );
  }

  /** A fresh entity manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.orm.em.fork();
  }
}

async function untilNothingRuns(db: Kysely<unknown>): Promise<void> {
  await db.getExecutor().provideConnection(() => Promise.resolve());
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePreparedStatement(error);
}

/** The name of the unique constraint or index that a write has violated, if that is what the error says. */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined;
}
