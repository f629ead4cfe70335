import { ConfigurationError } from '#ground/settings';
import { EmbeddedPostgresError } from '#ground/embedded-postgres';
import { StartupError } from '#operation/installation';

/** Prints one message and exits: cause and remedy for what an operator can correct, the stack for our own faults. */
export function exitWith(error: unknown): never {
  console.error(`archivolt: ${describe(error)}`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StartupError || error instanceof EmbeddedPostgresError) {
    return error.message;
  }
  if (isDiskFull(error)) {
    return 'the disk that holds the data folder is full.\nRemedy: a start needs about 100 MB of free space; free some and start again.';
  }
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `port ${port} at ${address} is in use by another program.\nRemedy: stop that program, or set PORT to a free port (1024 to 65535).`;
  }
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && code === 'ENOTFOUND')) {
    return `cannot listen (${code}).\nRemedy: set SERVER_HOSTNAME to an address of this machine, and PORT to one this user may open.`;
  }
  if (!(error instanceof Error)) return String(error);
  return ['Error', 'PermanentPluginError', 'TransientPluginError'].includes(error.name)
    ? error.message
    : (error.stack ?? error.message);
}

/** 53100 is PostgreSQL's code for a full disk. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
}
