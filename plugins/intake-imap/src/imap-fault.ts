import { connectionFault, oneLine, PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';
import { NAMES } from './connect.js';

/** The fields that ImapFlow adds to its errors. */
interface ImapFlowFault extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  /** What the server has said in its refusal. */
  responseText?: string;
  response?: unknown;
  /** What the server has said when it closed the connection. */
  reason?: string;
}

/** What a message may name, and what it must not contain. */
export interface Connection {
  /** Host and port. */
  where: string;
  secrets: readonly string[];
}

const TOO_MUCH = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyResponses', 'TooManyTokens']);
const TOO_SLOW = new Set(['CONNECT_TIMEOUT', 'ETIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);
const IS_GONE = new Set(['ClosedAfterConnectTLS', 'ClosedAfterConnectText', 'EConnectionClosed', 'NoConnection']);

/** The error that the host gets: cause and remedy, and nothing that a server repeats of the password. */
export function imapFault(error: unknown, connection: Connection): Error {
  if (error instanceof PermanentPluginError || error instanceof TransientPluginError) return error;
  const fault = error as ImapFlowFault;
  // What a server says when it refuses the password may look like another fault.
  const known = fault.authenticationFailed === true ? undefined : connectionFault(fault, connection.where, NAMES);
  return known ?? new TransientPluginError(describe(fault, connection), { cause: { code: fault.code ?? '' } });
}

function describe(fault: ImapFlowFault, { where, secrets }: Connection): string {
  const { code = '', message } = fault;
  const response = readable(fault.responseText ?? (typeof fault.response === 'string' ? fault.response : ''), secrets);
  const said = response === '' ? '' : `: ${response}`;
  if (fault.authenticationFailed === true)
    return `the mail server ${where} refused the user name or password${said}. Remedy: correct INTAKE_IMAP_USER and INTAKE_IMAP_PASSWORD, or renew INTAKE_IMAP_ACCESS_TOKEN`;
  if (fault.tlsFailed === true)
    return `the mail server ${where} offers no encryption (${readable(message, secrets)}). Remedy: enable STARTTLS there, or set INTAKE_IMAP_SECURE or INTAKE_IMAP_REQUIRE_TLS`;
  if (TOO_MUCH.has(code)) return `the mail server ${where} sent more than an IMAP server may send (${code})`;
  if (code.startsWith('ParserError') || code === 'MAX_IMAP_NESTING_REACHED' || code === 'InvalidResponse')
    return `the mail server ${where} sent what is not IMAP (${code}). Remedy: correct INTAKE_IMAP_PORT and INTAKE_IMAP_SECURE`;
  if (TOO_SLOW.has(code)) return `the mail server ${where} did not respond in time (${code})`;
  if (IS_GONE.has(code)) {
    const reason = readable(fault.reason ?? '', secrets);
    return `the mail server ${where} closed the connection${reason === '' ? '' : `: ${reason}`}`;
  }
  return `the mail server ${where} failed${said || ` (${readable(message, secrets) || code})`}`;
}

function readable(text: string, secrets: readonly string[]): string {
  return oneLine(secrets.reduce((line, secret) => line.replaceAll(secret, '…'), text));
}
