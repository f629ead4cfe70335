import { MAIL_LIMITS, type MailHead } from './read-opened.js';

/**
 * JSON of what a mail says: names of 1,000 files take 1 MB and the headers of its way 2 MB, or several times as much when
 * each character has to be written as a number.
 */
export const MOST_HEAD_BYTES = 8 * 1024 * 1024;

export function writeHead(head: MailHead): Buffer {
  return Buffer.from(JSON.stringify(head));
}

/** Reads what a child has written, which may be anything; `undefined` when it is not what a mail may say. */
export function readHead(bytes: Uint8Array): MailHead | undefined {
  const head = objectOf(parse(bytes));
  const { from, to, subject, date, messageId, trace, parts } = head;
  const isRead =
    isListOf(from, MAIL_LIMITS.addresses, isAddress) &&
    isListOf(to, MAIL_LIMITS.addresses, isAddress) &&
    isListOf(trace, MAIL_LIMITS.trace, isTrace) &&
    isListOf(parts, MAIL_LIMITS.parts, isPart);
  if (!isRead || !isValue(subject) || !isOptional(date) || !isOptional(messageId)) return undefined;
  return {
    from: from.map(({ address, name }) => ({ address, name })),
    to: to.map(({ address, name }) => ({ address, name })),
    subject,
    ...(date !== undefined && { date }),
    ...(messageId !== undefined && { messageId }),
    trace: trace.map(({ name, value }) => ({ name, value })),
    parts: parts.map(({ fileName, type, isInline, size }) => ({ fileName, type, isInline, size })),
  };
}

type Fields = Partial<Record<string, unknown>>;

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value : {};
}

function isListOf<Item>(value: unknown, most: number, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.length <= most && value.every(isItem);
}

function isValue(value: unknown, longest: number = MAIL_LIMITS.chars): value is string {
  return typeof value === 'string' && value.length <= longest && value.isWellFormed();
}

function isOptional(value: unknown): value is string | undefined {
  return value === undefined || isValue(value);
}

function isAddress(value: unknown): value is MailHead['to'][number] {
  const { address, name } = objectOf(value);
  return isValue(address) && isValue(name);
}

function isTrace(value: unknown): value is MailHead['trace'][number] {
  const { name, value: text } = objectOf(value);
  return isValue(name) && isValue(text, MAIL_LIMITS.traceChars);
}

function isPart(value: unknown): value is MailHead['parts'][number] {
  const { fileName, type, isInline, size } = objectOf(value);
  const isSize = Number.isSafeInteger(size) && (size as number) >= 0;
  return isValue(fileName) && isValue(type) && typeof isInline === 'boolean' && isSize;
}
