import type { OpenedMail } from '@archivolt/plugin-kit';
import type { OpenedMessage } from './messages.js';
import { sentence } from './read-result.js';

/** What of a mail leaves the sandbox. */
export const MAIL_LIMITS = {
  /** The most senders, and the most recipients. */
  addresses: 100,
  /** The length of each name, address and value, apart from values of `trace`. */
  chars: 1_000,
  parts: 1_000,
  /** Headers that say how it arrived. */
  trace: 100,
  /** The length of each value of `trace`: results of checks may be anywhere in a long one. */
  traceChars: 20_000,
} as const;

const MEGABYTE = 1024 * 1024;

export const OPENED_OUTCOMES: ReadonlySet<unknown> = new Set<OpenedMessage['outcome']>([
  'corrupt',
  'opened',
  'timeout',
  'too-large',
  'unsupported',
]);

type Opened = Extract<OpenedMail, { outcome: 'opened' }>;

/** What a mail says, without the bytes of its files. */
export interface MailHead extends Omit<Opened, 'outcome' | 'parts'> {
  parts: readonly { fileName: string; type: string; isInline: boolean; size: number }[];
}

/** A mail that an extractor opened, within the limits, or why it was not opened. */
export type ReadOpened =
  | { outcome: 'opened'; head: MailHead; bytes: readonly Uint8Array[] }
  | { outcome: 'corrupt' | 'too-large' | 'unsupported'; reason: string | null };

/** Bytes that the files of a mail may have together. Decoded they are smaller than the mail, unless they are hostile. */
export function mostBytesOf(mailSize: number): number {
  return 2 * mailSize + MEGABYTE;
}

/** Checks and cuts what an extractor returned for a mail, since plugins are not all compiled against the types. */
export function readOpened(value: unknown, mailSize: number): ReadOpened {
  const mail = (value ?? {}) as Partial<Record<keyof Opened | 'reason', unknown>>;
  const { outcome, reason } = mail;
  if (!OPENED_OUTCOMES.has(outcome) || outcome === 'timeout')
    throw new Error('the plugin returned a mail without a known outcome');
  if (outcome !== 'opened') {
    const known = outcome as 'corrupt' | 'too-large' | 'unsupported';
    return { outcome: known, reason: typeof reason === 'string' ? sentence(reason) : null };
  }
  const parts = listOf(mail.parts, Infinity);
  if (parts.length > MAIL_LIMITS.parts)
    return { outcome: 'too-large', reason: `The mail has more than ${MAIL_LIMITS.parts} files.` };
  const bytes = parts.map(({ bytes: each }) => bytesOf(each));
  if (bytes.reduce((sum, { length }) => sum + length, 0) > mostBytesOf(mailSize))
    return { outcome: 'too-large', reason: 'The files of the mail are larger than the mail itself.' };
  return { outcome: 'opened', head: headOf(mail, parts, bytes), bytes };
}

type Fields = Partial<Record<string, unknown>>;

function headOf(
  { from, to, subject, date, messageId, trace }: Partial<Record<keyof Opened, unknown>>,
  parts: readonly Fields[],
  bytes: readonly Uint8Array[],
): MailHead {
  return {
    from: addressesOf(from),
    to: addressesOf(to),
    subject: textOf(subject),
    ...(typeof date === 'string' && { date: textOf(date) }),
    ...(typeof messageId === 'string' && { messageId: textOf(messageId) }),
    trace: listOf(trace, MAIL_LIMITS.trace).map((each) => ({
      name: textOf(each['name']),
      value: textOf(each['value'], MAIL_LIMITS.traceChars),
    })),
    parts: parts.map(({ fileName, type, isInline }, at) => ({
      fileName: textOf(fileName),
      type: textOf(type),
      isInline: isInline === true,
      size: bytes[at]?.length ?? 0,
    })),
  };
}

function addressesOf(value: unknown): MailHead['to'] {
  return listOf(value, MAIL_LIMITS.addresses).map((each) => ({
    address: textOf(each['address']),
    name: textOf(each['name']),
  }));
}

function listOf(value: unknown, most: number): Fields[] {
  if (!Array.isArray(value)) throw new Error('the plugin returned a mail that lacks one of its lists');
  return (value.slice(0, most) as unknown[]).map((each) => (each ?? {}) as Fields);
}

function textOf(value: unknown, longest: number = MAIL_LIMITS.chars): string {
  if (typeof value !== 'string') throw new Error('the plugin returned a mail with something else than a text in it');
  return value.slice(0, longest).toWellFormed();
}

function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('the plugin returned a file of a mail without its bytes');
  return value;
}
