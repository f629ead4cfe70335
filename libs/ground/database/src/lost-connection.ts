/** Codes of PostgreSQL for a server that is starting, stopping, crashed or full, and for a connection that it closed. */
const OF_POSTGRES = /^(57P0[1235]|25P0[34]|08\d\d\d|53[34]00)$/;
/** Codes of Node for a connection that broke. */
const OF_NODE = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTCONN)$/;
/** Messages of pg and its pool that have no code, and of PgBouncer, which has one code for all of its errors. */
const MESSAGES = new RegExp(
  `^(${[
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Client has encountered a connection error',
    'Client was closed',
    'server login (has been failing|failed)',
    'server conn crashed',
    'pgbouncer cannot connect to server',
    'query_wait_timeout',
    'no more connections allowed',
  ].join('|')})`,
);

/**
 * True when the database cannot be reached at the moment. Every error of `connect` counts: during a restart the socket is
 * missing (ENOENT), refuses connections, or has a full queue (EAGAIN).
 */
export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause } = error as Record<string, unknown>;
  if (syscall === 'connect') return true;
  if (typeof code === 'string' && (OF_POSTGRES.test(code) || OF_NODE.test(code))) return true;
  if (typeof message === 'string' && MESSAGES.test(message)) return true;
  return cause !== error && isLostConnection(cause);
}
