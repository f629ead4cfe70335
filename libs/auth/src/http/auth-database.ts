import { APIError } from 'better-auth/api';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isLostConnection } from '#libs/database';

/**
 * The database for the sign-in library. The library turns an error of the database into an answer of its own: 401, 422
 * or 500. Only errors of its own class pass, so a database that is away becomes one: 503.
 */
export function authDatabase(pool: pg.Pool): Kysely<unknown> {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await passing(pool.connect());
    const query = (text: string, values: readonly unknown[]) => passing(client.query(text, [...values]));
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

async function passing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    const body = { code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer. Try again in a moment.' };
    throw Object.assign(new APIError('SERVICE_UNAVAILABLE', body, { 'retry-after': '5' }), { cause: error });
  }
}
