import type { HostServices, Sql } from '@archivolt/plugin-kit';
import { aTestHost, CORE_TABLES, seedDocuments, sqlOverPool, type SeededDocument } from '@archivolt/plugin-kit/testing';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.js';
import { migrations } from '../src/migrations.js';
import { SegmentsSearch, type SegmentsSearchOptions } from '../src/segments-search.js';
import { CORE_LOG } from './core-log.js';

export interface SearchFixture {
  transactional: true;
  backend: SegmentsSearch;
  host: Pick<HostServices, 'controlSql' | 'logger' | 'now' | 'sql' | 'state'>;
  sql: Sql;
  pool: pg.Pool;
  /** What the plugin has logged as errors. */
  errors: string[];
  seed(documents: readonly SeededDocument[]): Promise<void>;
  clean(): Promise<void>;
  /** Another process on the same database. */
  another(options?: SegmentsSearchOptions): { backend: SegmentsSearch; close(): Promise<void> };
  close(): Promise<void>;
}

/** The plugin on a database of its own that has just the tables it needs. */
export async function createSearchFixture(options?: SegmentsSearchOptions): Promise<SearchFixture> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const control = new pg.Pool({ connectionString: database.url, max: 1 });
  // A connection may still be closing when the database is dropped.
  for (const each of [pool, control]) {
    each.on('connect', (client) => client.on('error', () => undefined));
    each.on('error', () => undefined);
  }
  const sql = sqlOverPool(pool);
  const errors: string[] = [];
  const silent = () => undefined;
  const logger = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (message: string, cause?: unknown) => void errors.push(`${message} ${String(cause)}`),
  };
  const { now, state } = aTestHost({});
  const host = { sql, controlSql: sqlOverPool(control), logger, now, state };
  const backend = new SegmentsSearch(host, options);
  await pool.query(CORE_TABLES);
  await pool.query(CORE_LOG);
  for (const migration of migrations) await pool.query(migration.up);
  return {
    transactional: true,
    backend,
    host,
    sql,
    pool,
    errors,
    seed: (documents) => seedDocuments(documents, backend, sql),
    clean: async () => {
      await sql.transaction(async (transaction) => {
        await backend.clear(transaction);
        await transaction.query('delete from document');
      });
    },
    another: (others) => {
      const theirs = new pg.Pool({ connectionString: database.url, max: 4 });
      theirs.on('connect', (client) => client.on('error', () => undefined));
      const process = new SegmentsSearch({ ...host, sql: sqlOverPool(theirs) }, others);
      const close = async () => {
        await process.close();
        await theirs.end();
      };
      return { backend: process, close };
    },
    close: async () => {
      await backend.close();
      await Promise.all([pool.end(), control.end()]);
      await database.drop();
    },
  };
}
