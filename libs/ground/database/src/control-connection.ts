import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type pg from 'pg';
import { createPool, type PoolOptions } from './postgres-pool.js';

/** A connection without a response is given up, and the next statement opens another one. */
const STATEMENTS_END_WITHIN_MS = 5_000;

/**
 * One connection outside the pool, opened on first use, for short statements that must run while all pooled connections
 * are busy, such as cancelling one of them.
 */
@Injectable()
export class ControlConnection implements Pick<Sql, 'query'>, OnApplicationShutdown {
  readonly #pool: pg.Pool;

  constructor(url: string, options: PoolOptions = {}) {
    this.#pool = createPool(url, 1, { ...options, statementsEndWithinMs: STATEMENTS_END_WITHIN_MS });
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row & pg.QueryResultRow>(text, [...values])).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.end();
  }
}
