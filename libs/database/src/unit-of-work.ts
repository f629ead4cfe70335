import type { Sql } from '@archivolt/plugin-kit';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { sqlOver } from './sql.js';

/**
 * One database transaction. Rows are written through it, events and jobs are recorded with it: all of them are there
 * after the commit, or none.
 */
export class Transaction {
  readonly #lastSteps: (() => Promise<void>)[] = [];
  readonly db: Kysely<unknown>;
  readonly sql: Sql;

  constructor(readonly em: EntityManager) {
    this.db = em.getKysely();
    this.sql = sqlOver(this.db);
  }

  /** Runs `step` after all work and just before the commit: for what takes a lock that others wait on. */
  beforeCommit(step: () => Promise<void>): void {
    this.#lastSteps.push(step);
  }

  /** Writes pending entity changes, then the steps. */
  async finish(): Promise<void> {
    await this.em.flush();
    for (const step of this.#lastSteps) await step();
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

@Injectable()
export class UnitOfWork {
  constructor(private readonly orm: MikroORM) {}

  /**
   * Runs `work` in a transaction. After a deadlock the work runs again, so it must change nothing but the database.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.orm.em.fork().transactional(async (em) => {
          const tx = new Transaction(em);
          const result = await work(tx);
          await tx.finish();
          return result;
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  /** A fresh entity manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.orm.em.fork();
  }

  /** Statements outside a transaction. */
  get db(): Kysely<unknown> {
    return this.orm.em.fork().getKysely();
  }
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The name of the unique constraint or index that a write ran into, if that is what the error says. */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined;
}
