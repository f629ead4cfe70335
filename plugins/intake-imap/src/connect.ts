import type { HostLookup, ServerNames } from '@archivolt/plugin-kit';
import type { ImapFlow } from 'imapflow';
import type { ImapConfig } from './imap.config.js';

export type Account = Pick<
  ImapConfig,
  'accessToken' | 'folder' | 'host' | 'password' | 'port' | 'requireTls' | 'secure' | 'user'
> & {
  /** The authority of the certificate of a test server. */
  ca?: string;
};

/** What an account is reached with. */
export interface AccountHost {
  readonly config: Account;
  readonly lookup: HostLookup;
}

export const NAMES: ServerNames = {
  server: 'the mail server',
  hostSetting: 'INTAKE_IMAP_HOST',
  portSetting: 'INTAKE_IMAP_PORT',
};

/** Milliseconds that the server gets. */
export const PATIENCE = {
  connect: 15_000,
  greeting: 15_000,
  /** Until something arrives, or, while nothing is expected, until the connection is tried. */
  silence: 60_000,
  /** Until a command has its whole response, whatever arrives meanwhile. */
  command: 120_000,
  /** Until a whole mail has arrived. */
  mail: 15 * 60_000,
};
export type Patience = typeof PATIENCE;

/** One chunk of a mail is in memory at a time: a server that sends whole mails instead is refused. */
export const CHUNK_BYTES = 262_144;
const LIMITS = {
  maxLiteralSize: 1_048_576,
  maxResponseSize: 17_825_792,
  /** For the numbers of some two million mails. */
  maxLineLength: 16_777_216,
  maxResponseTokens: 100_000,
};
/** Between two commands of one look at the folder there is less. */
const IDLE_AFTER_MS = 500;

/** A client that is not connected yet. The connection is made to the addresses that are checked here. */
export async function clientOf(
  { config, lookup }: AccountHost,
  { connect, greeting, silence }: Patience,
): Promise<ImapFlow> {
  const { host, port, secure, requireTls, user, password, accessToken, ca } = config;
  const found = await lookup(host, NAMES);
  const { ImapFlow } = await import('imapflow'); // not before there is an account: it is large
  const needsTls = requireTls ?? !found.isInOwnNetwork;
  const client = new ImapFlow({
    host,
    port,
    secure,
    ...(!secure && needsTls && { doSTARTTLS: true }),
    auth: accessToken === undefined ? { user, pass: password ?? '' } : { user, accessToken },
    // Also the options of the socket without TLS.
    tls: { lookup: found.lookup, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    clientInfo: { name: 'Archivolt' },
    logger: false,
    disableCompression: true,
    connectionTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: silence,
    autoIdleDelay: IDLE_AFTER_MS,
    ...LIMITS,
  });
  return client;
}
