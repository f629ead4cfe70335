import type { Sql } from '@archivolt/plugin-kit';
import { CompiledQuery, type Kysely } from 'kysely';

/** Runs the statements of plugins and repositories, on the pool or in a transaction. */
export function sqlOver(db: Kysely<unknown>): Sql {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
      return result.rows;
    },
    transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
      if (db.isTransaction) return work(sqlOver(db));
      return db.transaction().execute((transaction) => work(sqlOver(transaction as Kysely<unknown>)));
    },
  };
}
