import { CORE_TABLES, seedDocuments, sqlOverPool, type SeededDocument } from '@archivolt/plugin-kit/testing';
import type { HostServices, Sql } from '@archivolt/plugin-kit';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.js';
import { migrations } from '../src/migrations.js';
import { PostgresSearch } from '../src/postgres-search.js';

export interface SearchFixture {
  transactional: true;
  backend: PostgresSearch;
  host: Pick<HostServices, 'controlSql' | 'sql'>;
  sql: Sql;
  pool: pg.Pool;
  seed(documents: readonly SeededDocument[]): Promise<void>;
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** The plugin on a database of its own that has just the tables it needs. */
export async function createSearchFixture(): Promise<SearchFixture> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const control = new pg.Pool({ connectionString: database.url, max: 1 });
  // A connection may still be closing when the database is dropped.
  for (const each of [pool, control]) each.on('connect', (client) => client.on('error', () => undefined));
  const sql = sqlOverPool(pool);
  const host = { sql, controlSql: sqlOverPool(control) };
  const backend = new PostgresSearch(host);
  await pool.query(CORE_TABLES);
  for (const migration of migrations) await pool.query(migration.up);
  return {
    transactional: true,
    backend,
    host,
    sql,
    pool,
    seed: (documents) => seedDocuments(documents, backend, sql),
    clean: async () => {
      await pool.query(
        'truncate document, document_page, document_tag, document_custom_property, search_postgres_document, search_postgres_text, search_postgres_organization',
      );
    },
    close: async () => {
      await Promise.all([pool.end(), control.end()]);
      await database.drop();
    },
  };
}
