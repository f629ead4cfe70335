import pg from 'pg';
import type { DataConfig } from '#config/data';
import { isLostConnection, sharesSessions } from '#ground/database';
import { Clock } from '#ground/kernel';
import { ConfigurationError } from '#ground/settings';
import { StartupError } from './startup-error.js';

const LOOK_EVERY_MS = 1_000;
const CONNECTS_WITHIN_MS = 10_000;
const LOWEST_VERSION = 16;

interface Log {
  warn(message: string): void;
}

/** The address of a database, and the setting that contains it. */
interface Address {
  variable: 'DATABASE_DIRECT_URL' | 'DATABASE_URL';
  url: string;
}

/**
 * Checks the PostgreSQL server of the settings: that it responds, waiting for it for `waitSeconds`, and that what needs a
 * session of its own has one.
 */
export async function checkExternalDatabase(
  { databaseUrl = '', directUrl }: Pick<DataConfig, 'databaseUrl' | 'directUrl'>,
  { waitSeconds, log, clock = new Clock() }: { waitSeconds: number; log: Log; clock?: Clock },
): Promise<void> {
  const address: Address = { variable: 'DATABASE_URL', url: databaseUrl };
  const direct: Address | undefined =
    directUrl === undefined ? undefined : { variable: 'DATABASE_DIRECT_URL', url: directUrl };
  const addresses = direct ? [address, direct] : [address];
  const malformed = addresses.filter(({ url }) => !isAddress(url));
  if (malformed.length > 0)
    throw new ConfigurationError(malformed.map(({ variable }) => ({ variable, message: FORM })));

  const end = clock.monotonic() + waitSeconds * 1000;
  const found: string[] = [];
  for (const each of addresses) found.push(await reached(each, { end, waitSeconds, log, clock }));
  if (found.length === 2 && found[0] !== found[1])
    throw new StartupError(
      'DATABASE_DIRECT_URL and DATABASE_URL lead to two databases.\n' +
        'Remedy: name the same database in both; only the server or port differs, which is that of the connection pooler in DATABASE_URL.',
    );
  if (!(await sharesSessions((direct ?? address).url))) return;
  throw new StartupError(
    `${(direct ?? address).variable} leads to a connection pooler that gives each transaction another session of ` +
      'PostgreSQL (transaction mode), so notifications of changes and the lock of migrations would be lost.\n' +
      (direct
        ? 'Remedy: set DATABASE_DIRECT_URL to the PostgreSQL server itself; DATABASE_URL may lead to the pooler.'
        : 'Remedy: set DATABASE_DIRECT_URL to the PostgreSQL server itself; DATABASE_URL may stay as it is.'),
  );
}

const FORM =
  'is not a valid URL; the form is postgres://user:password@host:5432/database, and characters such as / @ : # % in the password are written %2F %40 %3A %23 %25';

interface Waiting {
  /** By the clock. */
  end: number;
  waitSeconds: number;
  log: Log;
  clock: Clock;
}

/** Returns which database is there, when it responds. Says once that it is waited for. */
async function reached(address: Address, { end, waitSeconds, log, clock }: Waiting): Promise<string> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await identify(address);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const reason = `${placeOf(address)} cannot be reached: ${withoutSecrets(error, address.url)}`;
      if (!isAway(error) || clock.monotonic() >= end)
        throw new StartupError(
          `${reason}.\nRemedy: check that PostgreSQL runs there and that ${address.variable} is right, ` +
            'or unset DATABASE_URL to use the embedded one.',
        );
      if (isFirst) log.warn(`${reason}. Archivolt waits for it, for at most ${waitSeconds} s (DATABASE_WAIT_SECONDS).`);
      await clock.sleep(LOOK_EVERY_MS);
    }
  }
}

async function identify({ variable, url }: Address): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTS_WITHIN_MS });
  client.on('error', () => undefined); // connect() and query() report the error
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; identity: string }>(
      `select current_setting('server_version_num')::int as version, oid::text || extract(epoch from pg_postmaster_start_time()) as identity
       from pg_database where datname = current_database()`,
    );
    const [row] = rows;
    const major = Math.floor((row?.version ?? 0) / 10_000);
    if (major < LOWEST_VERSION)
      throw new StartupError(
        `${variable} names a server with PostgreSQL ${major}; version ${LOWEST_VERSION} or later is required.`,
      );
    return row?.identity ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name that is not known yet may be that of a container that is being started. */
function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return isLostConnection(error) || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || message === 'timeout expired';
}

function isAddress(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    [username, password, pathname].forEach(decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

function placeOf({ url }: Address): string {
  const { hostname, port, pathname } = new URL(url);
  return `the database ${pathname.slice(1)} at ${hostname}:${port || '5432'}`;
}

function withoutSecrets(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const { password } = new URL(url);
  const text = message !== undefined && message !== '' ? message : (code ?? 'no response');
  return password === '' ? text : text.replaceAll(decodeURIComponent(password), '***').replaceAll(password, '***');
}
