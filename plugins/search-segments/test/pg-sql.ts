import type { Sql } from '@archivolt/plugin-kit';
import type pg from 'pg';

/** What the host gives a plugin, over a plain pool. */
export function sqlOf(pool: pg.Pool): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(sqlInside(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

function sqlInside(client: pg.PoolClient): Sql {
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    transaction: (work) => work(sql),
  };
  return sql;
}
