import type { Sql } from '../../src/host-services.js';

interface Queries {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The part of `pg.Pool` that is used; the kit itself does not depend on pg. */
export interface PoolLike extends Queries {
  connect(): Promise<Queries & { release(): void }>;
}

/** The `sql` that the host passes to a plugin, implemented with a pool of the package pg. */
export function sqlOverPool(pool: PoolLike): Sql {
  return {
    query: queryOf(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin', []);
        const sql: Sql = { query: queryOf(client), transaction: (inner) => inner(sql) };
        const result = await work(sql);
        await client.query('commit', []);
        return result;
      } catch (error) {
        await client.query('rollback', []);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

function queryOf(queries: Queries): Sql['query'] {
  return async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await queries.query(text, [...values])).rows as Row[];
}
