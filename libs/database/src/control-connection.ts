import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type pg from 'pg';
import { createPool } from './postgres-pool.js';

/**
 * One connection outside the pool, opened when it is first needed, for short statements that must get through while all
 * others are busy: cancelling one of them.
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
