import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';

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
export interface ServerNames {
  /** Host and port. */
  server: string;
  secrets: readonly string[];
}

const LONGEST_RESPONSE = 300;
const CERTIFICATE = /certificate|altnames|self.signed|unable to (?:get|verify)/i;
const TOO_MUCH = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyResponses', 'TooManyTokens']);
const TOO_SLOW = new Set(['CONNECT_TIMEOUT', 'ETIMEDOUT', 'ETIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);
const IS_GONE = new Set(['ClosedAfterConnectTLS', 'ClosedAfterConnectText', 'EConnectionClosed', 'NoConnection']);

/** The error that the host gets: cause and remedy, and nothing that a server repeats of the password. */
export function imapFault(error: unknown, names: ServerNames): Error {
  if (error instanceof PermanentPluginError || error instanceof TransientPluginError) return error;
  const fault = error as ImapFlowFault;
  return new TransientPluginError(describe(fault, names), { cause: { code: fault.code ?? '' } });
}

function describe(fault: ImapFlowFault, { server, secrets }: ServerNames): string {
  const { code = '', message } = fault;
  const response = readable(fault.responseText ?? (typeof fault.response === 'string' ? fault.response : ''), secrets);
  const said = response === '' ? '' : `: ${response}`;
  if (fault.authenticationFailed === true)
    return `the mail server ${server} refused the user name or password${said}. Remedy: correct INTAKE_IMAP_USER and INTAKE_IMAP_PASSWORD, or renew INTAKE_IMAP_ACCESS_TOKEN`;
  if (CERTIFICATE.test(message))
    return `the certificate of the mail server ${server} is not valid (${readable(message, secrets)}). Remedy: have it issued for this name by a known authority, or name its authority in NODE_EXTRA_CA_CERTS`;
  if (fault.tlsFailed === true)
    return `the mail server ${server} offers no encryption (${readable(message, secrets)}). Remedy: enable STARTTLS there, or set INTAKE_IMAP_SECURE or INTAKE_IMAP_REQUIRE_TLS`;
  if (TOO_MUCH.has(code)) return `the mail server ${server} sent more than an IMAP server may send (${code})`;
  if (code.startsWith('ParserError') || code === 'MAX_IMAP_NESTING_REACHED' || code === 'InvalidResponse')
    return `the mail server ${server} sent what is not IMAP (${code}). Remedy: correct INTAKE_IMAP_PORT and INTAKE_IMAP_SECURE`;
  if (TOO_SLOW.has(code)) return `the mail server ${server} did not respond in time (${code})`;
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `the mail server ${server} cannot be reached (${code}). Remedy: start it, or correct INTAKE_IMAP_HOST and INTAKE_IMAP_PORT`;
  if (IS_GONE.has(code)) {
    const reason = readable(fault.reason ?? '', secrets);
    return `the mail server ${server} closed the connection${reason === '' ? '' : `: ${reason}`}`;
  }
  return `the mail server ${server} failed${said || ` (${readable(message, secrets) || code})`}`;
}

/** On one line and short. */
function readable(text: string, secrets: readonly string[]): string {
  let line = text.slice(0, 10 * LONGEST_RESPONSE);
  for (const secret of secrets) line = line.replaceAll(secret, '…');
  return line
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_RESPONSE);
}
