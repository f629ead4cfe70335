import {
  connectionFault,
  oneLine,
  PermanentPluginError,
  TransientPluginError,
  type ServerNames,
} from '@archivolt/plugin-kit';

export const NAMES: ServerNames = {
  server: 'the mail server',
  hostSetting: 'MAIL_TRANSPORT_SMTP_HOST',
  portSetting: 'MAIL_TRANSPORT_SMTP_PORT',
};

/** The fields that Nodemailer adds to its errors. */
export interface NodemailerFault extends Error {
  code?: string;
  /** The command that the server has refused. */
  command?: string;
  /** The whole refusal, with its number at the start. */
  response?: string;
  responseCode?: number;
}

/** The message is too large: RFC 5321 and the extended code of RFC 3463. */
const TOO_LARGE = /^552\b|\b5\.3\.4\b/;

/**
 * The error that the host gets. Only a refusal of this one mail is permanent. What the settings cause (the password, TLS,
 * the sender) concerns every mail: these are tried again, so that they arrive once it is corrected.
 */
export function smtpFault(error: unknown, where: string): Error {
  const fault = error as NodemailerFault;
  const response = readable(fault.response ?? '');
  if (isRefusalOfMail(fault))
    return new PermanentPluginError(`the mail server ${where} refused the mail: ${response || 'it is too large'}`);
  const known = fault.code === 'EAUTH' ? undefined : connectionFault(fault, where, NAMES);
  return known ?? new TransientPluginError(describe(fault, where, response), { cause: causeOf(fault) });
}

function isRefusalOfMail({ command = '', code, response = '', responseCode = 0 }: NodemailerFault): boolean {
  if (code === 'EMESSAGE' && command === 'MAIL FROM' && response === '') return true; // larger than the server takes
  if (command === 'MAIL FROM') return TOO_LARGE.test(response);
  return responseCode >= 500 && responseCode !== 503 && (command === 'RCPT TO' || command === 'DATA');
}

function describe({ code, command = '', message }: NodemailerFault, where: string, response: string): string {
  const said = response === '' ? '' : `: ${response}`;
  if (code === 'EAUTH')
    return `the mail server ${where} refused the user name or password${said}. Remedy: correct MAIL_TRANSPORT_SMTP_USER and MAIL_TRANSPORT_SMTP_PASSWORD`;
  if (code === 'ETLS')
    return `the mail server ${where} offers no encryption${said}. Remedy: enable STARTTLS there, or set MAIL_TRANSPORT_SMTP_SECURE or MAIL_TRANSPORT_SMTP_REQUIRE_TLS`;
  if (command === 'MAIL FROM')
    return `the mail server ${where} refused the sender${said}. Remedy: correct EMAILS_FROM_ADDRESS`;
  return `the mail server ${where} did not take the mail${said || ` (${readable(message) || (code ?? '')})`}`;
}

/** On one line, short, and without addresses of web pages: a server may quote a link of the mail, which signs a user in. */
function readable(text: string): string {
  return oneLine(text)
    .split(' ')
    .map((word) => (word.includes('://') || word.length > 80 ? '…' : word))
    .join(' ');
}

/** What Node knows about a lost connection; the error itself holds the response of the server. */
function causeOf({ code, command }: NodemailerFault): { code: string; command: string } {
  return { code: code ?? '', command: command ?? '' };
}
