import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type pg from 'pg';
import { createPool } from './postgres-pool.js';

/**
 * One connection outside the pool, opened on first use, for short statements that must run while all pooled connections
 * are busy, such as cancelling one of them.
 */
@Injectable()
export class ControlConnection implements Pick<Sql, 'query'>, OnApplicationShutdown {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = createPool(url, 1);
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row & pg.QueryResultRow>(text, [...values])).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.end();
  }
}
