import { Logger } from '@nestjs/common';
import pg from 'pg';

/**
 * The one pool of this process: entities, listings, sessions, jobs and search all take their connections here, so that
 * one setting bounds them together.
 */
export function createPool(url: string, size: number): pg.Pool {
  const logger = new Logger('Database');
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'archivolt',
    // A client that vanished inside a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', (error) => logger.warn(`a pooled connection was lost: ${error.message}`));
  // pg takes its own error listener away while a client is checked out; a drop then would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.warn(`a connection was lost while in use: ${error.message}`)),
  );
  return pool;
}
