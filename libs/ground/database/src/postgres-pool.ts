import { Logger } from '@nestjs/common';
import pg from 'pg';
import { prepareRepeatedStatements } from './prepared-statements.js';

export interface PoolOptions {
  /** False when a connection pooler in between does not keep prepared statements. */
  preparesStatements?: boolean;
  /** True when a connection pooler gives each transaction another session: nothing is set for a session then. */
  isPooled?: boolean;
  /** A connection on which a statement takes longer is closed. */
  statementsEndWithinMs?: number;
}

/** Bounds what a connection collects in the memory of the server: prepared statements, cached descriptions of tables. */
const MAX_LIFETIME_SECONDS = 3_600;

/** Ends the transaction of a client that has vanished, so that its locks are released. */
const LIMIT_IDLE_TRANSACTIONS = `set idle_in_transaction_session_timeout = '60s'`;
/** For one transaction. */
export const LIMIT_IDLE_TRANSACTION = LIMIT_IDLE_TRANSACTIONS.replace('set ', 'set local ');

/**
 * The one pool of this process: entities, listings, sessions, jobs and search all take their connections here, so that
 * one setting bounds them together.
 */
export function createPool(url: string, size: number, options: PoolOptions = {}): pg.Pool {
  const { preparesStatements = true, isPooled = false, statementsEndWithinMs } = options;
  const logger = new Logger('Database');
  const statements = {
    generation: 0,
    onStale: (error: unknown) =>
      logger.warn(
        `a prepared statement is out of date: ${(error as Error).message}. It runs again. This happens once after a ` +
          'migration; if it repeats, a connection pooler does not keep prepared statements: set DATABASE_PREPARED_STATEMENTS=false',
      ),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    min: 1, // opening a connection costs more than the statement of a scheduled task
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000, // longer than the pauses between scheduled tasks
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    keepAlive: true,
    pipeline: true, // a transaction sends its last statement and its commit together
    application_name: 'archivolt',
    ...(statementsEndWithinMs !== undefined && { query_timeout: statementsEndWithinMs }),
  });
  pool.on('error', (error) => logger.warn(`a pooled connection was lost: ${error.message}`));
  pool.on('connect', (client) => {
    // pg removes its own error listener while a client is checked out; a lost connection would then end the process.
    client.on('error', (error) => logger.warn(`a connection was lost while in use: ${error.message}`));
    // Not a parameter of the connection, which connection poolers refuse.
    if (!isPooled) client.query(LIMIT_IDLE_TRANSACTIONS).catch(() => undefined); // the connection is lost
    if (preparesStatements) prepareRepeatedStatements(client, statements);
  });
  return pool;
}
