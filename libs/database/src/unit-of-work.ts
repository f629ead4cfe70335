import type { Sql } from '@archivolt/plugin-kit';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { isStalePreparedStatement } from './prepared-statements.js';
import { sqlOver } from './sql.js';

/**
 * One database transaction. Rows, events and jobs are written through it: all of them exist after the commit, or none.
 */
export class Transaction {
  readonly #lastSteps: (() => Promise<void>)[] = [];
  readonly #afterCommit: (() => Promise<void> | void)[] = [];
  readonly db: Kysely<unknown>;
  readonly sql: Sql;

  constructor(readonly em: EntityManager) {
    this.db = em.getKysely();
    this.sql = sqlOver(this.db);
  }

  /** Runs `step` after all work and just before the commit: for a lock that other transactions wait for. */
  beforeCommit(step: () => Promise<void>): void {
    this.#lastSteps.push(step);
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
  async finish(): Promise<void> {
    await this.em.flush();
    for (const step of this.#lastSteps) await step();
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

@Injectable()
export class UnitOfWork {
  /** Statements outside a transaction. */
  readonly db: Kysely<unknown>;

  constructor(private readonly orm: MikroORM) {
    this.db = orm.em.fork().getKysely();
  }

  /**
   * Runs `work` in a transaction. After a deadlock, or when a prepared statement is out of date, the work runs again, so
   * it must change nothing but the database.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, tx } = await this.#attempt(work);
        await tx.committed();
        return result;
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  #attempt<Result>(work: (tx: Transaction) => Promise<Result>): Promise<{ result: Result; tx: Transaction }> {
    return this.orm.em.fork().transactional(async (em) => {
      const tx = new Transaction(em);
      const result = await work(tx);
      await tx.finish();
      return { result, tx };
    });
  }

  /** Runs `work` on one connection that stays the same, for a lock that outlasts a transaction. */
  session<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.db.connection().execute((connection) => work(sqlOver(connection)));
  }

  /** A fresh entity manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.orm.em.fork();
  }
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
