import { APIError } from 'better-auth/api';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isLostConnection, PLAN_FOR_VALUES } from '#ground/database';

/**
 * The database for the sign-in library. The library turns database errors into its own responses: 401, 422 or 500. Only
 * errors of its own class pass through, so a lost connection becomes one of them, with status 503.
 */
export function authDatabase(pool: pg.Pool): Kysely<unknown> {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await withOwnErrors(pool.connect());
    const query = (given: string, values: readonly unknown[]) => {
      // A prepared statement that is out of date aborts its transaction, and the library cannot run one again.
      const text = client.getTransactionStatus() === 'I' ? given : `${PLAN_FOR_VALUES} ${given}`;
      return withOwnErrors(client.query(text, [...values]));
    };
    return {
      query: query as unknown as PostgresPoolClient['query'], // without its second form, for cursors
      release: () => {
        client.release();
      },
    };
  };
  return new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: { connect, options: pool.options, end: () => pool.end() } }),
  });
}

async function withOwnErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    const body = { code: 'SERVICE_UNAVAILABLE', message: 'The database does not respond. Try again in a moment.' };
    throw Object.assign(new APIError('SERVICE_UNAVAILABLE', body, { 'retry-after': '5' }), { cause: error });
  }
}
