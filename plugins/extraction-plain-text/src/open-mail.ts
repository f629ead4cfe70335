import { addressParser, decodeWords } from 'postal-mime';
import type { ExtractionInput, MailAddress, MailContext, MailPart, OpenedMail } from '@archivolt/plugin-kit';
import { parseMail, type MailNode } from './mail-tree.js';
import { readStart } from './read-start.js';

const MAIL = 'message/rfc822';
const TRACE = new Set([
  'authentication-results',
  'delivered-to',
  'envelope-to',
  'received-spf',
  'return-path',
  'x-original-to',
]);
/** Headers that nearly every mail has: a file with none of them is something else. */
const USUAL = new Set([...TRACE, 'date', 'from', 'message-id', 'mime-version', 'received', 'subject', 'to']);
/** The host keeps 1,000 characters of each other value and 100 addresses. */
const LONGEST_VALUE = 4_000;
/** What the host keeps of a value that says how the mail arrived. */
const LONGEST_TRACE = 20_000;
/** Lists can hold groups in groups and encoded lists in lists, so their length is limited before they are parsed. */
const LONGEST_LIST = 16_000;
const MOST_ADDRESSES = 200;
const MOST_TRACE = 200;
/** Where the subject of a mail in a mail is looked for. */
const HEAD_BYTES = 64 * 1024;
const LONGEST_DATE = 100;
const MOST_PICTURES = 10_000;

/** Opens a mail: who sent it, to whom, how it arrived, and its files. Nothing that it names is loaded. */
export async function openMail({ path, size }: ExtractionInput, { signal }: MailContext): Promise<OpenedMail> {
  return readMail(await readStart(path, size, signal), signal);
}

export async function readMail(bytes: Uint8Array, signal: AbortSignal): Promise<OpenedMail> {
  const mail = await parseMail(bytes).catch(() => undefined);
  signal.throwIfAborted();
  if (mail === undefined)
    return {
      outcome: 'too-large',
      reason: 'The mail has too many parts, or parts in parts, or its headers are too long.',
    };
  if (!mail.headers.some(({ key }) => USUAL.has(key)))
    return { outcome: 'corrupt', reason: 'The file has no headers of a mail.' };
  const date = dateOf(valuesOf(mail, 'date')[0]);
  const messageId = valuesOf(mail, 'message-id')[0]?.slice(0, LONGEST_VALUE);
  return {
    outcome: 'opened',
    // A mail should have one header with one address. A caller that trusts the sender has to see when there are more.
    from: addressesOf(valuesOf(mail, 'from')),
    to: addressesOf([...valuesOf(mail, 'to'), ...valuesOf(mail, 'cc')]),
    subject: subjectOf(mail),
    ...(date !== undefined && { date }),
    ...(messageId !== undefined && { messageId }),
    trace: traceOf(mail),
    parts: await partsOf(mail, signal),
  };
}

function valuesOf({ headers }: MailNode, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

function addressesOf(lists: readonly string[]): MailAddress[] {
  const addresses: MailAddress[] = [];
  for (const list of lists) {
    if (addresses.length >= MOST_ADDRESSES) break;
    addresses.push(...addressesIn(list));
  }
  return addresses.slice(0, MOST_ADDRESSES);
}

/** Addresses that stand in the header as they are: one that only an encoded name spells out is a name. */
function addressesIn(list: string): MailAddress[] {
  const known = list.slice(0, LONGEST_LIST);
  const found = addressParser(known, { flatten: true });
  // The last one may have lost its end.
  const whole = known.length < list.length ? found.slice(0, -1) : found;
  return whole.flatMap(({ address, name }) =>
    address !== undefined && address !== '' && known.includes(address) ? [{ address, name }] : [],
  );
}

function subjectOf(mail: MailNode): string {
  return decodeWords(valuesOf(mail, 'subject')[0]?.slice(0, LONGEST_VALUE) ?? '');
}

function dateOf(value = ''): string | undefined {
  const date = new Date(value.slice(0, LONGEST_DATE));
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 9999 ? date.toISOString() : undefined;
}

/** The values are not decoded: an encoded word in them could spell out the result of a check that no server made. */
function traceOf({ headers }: MailNode): { name: string; value: string }[] {
  return headers
    .filter(({ key }) => TRACE.has(key))
    .slice(0, MOST_TRACE)
    .map(({ key, value }) => ({ name: key, value: value.slice(0, LONGEST_TRACE) }));
}

async function partsOf(mail: MailNode, signal: AbortSignal): Promise<MailPart[]> {
  const leaves = leavesOf(mail);
  const shown = new Set(leaves.filter(({ node }) => isHtml(node)).flatMap(({ node }) => shownPictures(node)));
  const parts: MailPart[] = [];
  for (const leaf of leaves) {
    signal.throwIfAborted();
    if (!isText(leaf.node)) parts.push(await partOf(leaf, shown));
  }
  return parts;
}

interface Leaf {
  node: MailNode;
  /** Kept in a `multipart/related`, next to the text that shows it. */
  isRelated: boolean;
}

function leavesOf(node: MailNode, isRelated = false): Leaf[] {
  const { multipart } = node.contentType;
  if (multipart === false) return node.content === null ? [] : [{ node, isRelated }];
  return node.childNodes.flatMap((child) => leavesOf(child, multipart === 'related' || isRelated));
}

/** The text itself; a text with a name of its own is a file, also when it is displayed below. */
function isText(node: MailNode): boolean {
  const { value: disposition } = node.contentDisposition.parsed;
  const isTextual = ['text/html', 'text/plain'].includes(node.contentType.parsed.value);
  return isTextual && disposition !== 'attachment' && nameOf(node) === '';
}

function isHtml(node: MailNode): boolean {
  return isText(node) && node.contentType.parsed.value === 'text/html';
}

async function partOf({ node, isRelated }: Leaf, shown: ReadonlySet<string>): Promise<MailPart> {
  const bytes = bytesOf(node);
  const type = typeOf(node);
  const named = nameOf(node);
  const subject = type === MAIL ? await subjectIn(bytes) : '';
  return {
    fileName: subject === '' ? named : `${subject}.eml`,
    type,
    isInline: isInline({ node, isRelated }, shown),
    bytes,
  };
}

function isInline({ node, isRelated }: Leaf, shown: ReadonlySet<string>): boolean {
  const { value: disposition } = node.contentDisposition.parsed;
  const type = node.contentType.parsed.value;
  const id = contentIdOf(node);
  if (id !== '' && shown.has(id)) return true;
  if (disposition === 'attachment' || type === MAIL) return false;
  return nameOf(node) === '' || (isRelated && id !== '' && type.startsWith('image/'));
}

function nameOf({ contentType, contentDisposition }: MailNode): string {
  const name = contentDisposition.parsed.params['filename'] || contentType.parsed.params['name'] || '';
  return decodeWords(name.slice(0, LONGEST_VALUE));
}

function typeOf({ headers, contentType }: MailNode): string {
  const { value } = contentType.parsed;
  // In a digest mails need not be declared.
  const isDeclared = value === MAIL || headers.some(({ key }) => key === 'content-type');
  return isDeclared ? value : '';
}

/** The library ends a body without an encoding with a line end of its own. */
function bytesOf({ content, contentTransferEncoding: { encoding } }: MailNode): Uint8Array {
  const bytes = new Uint8Array(content ?? new ArrayBuffer(0));
  const isEncoded = encoding.includes('base64') || encoding.includes('quoted-printable');
  return isEncoded ? bytes : bytes.subarray(0, -1);
}

function contentIdOf({ contentId = '' }: MailNode): string {
  return contentId.trim().replace(/^</, '').replace(/>$/, '');
}

/** The ids of the pictures that a text shows. */
function shownPictures(node: MailNode): string[] {
  const html = Buffer.from(bytesOf(node)).toString('latin1');
  const ids: string[] = [];
  for (const [, id = ''] of html.matchAll(/cid:([^\s"'<>)]{1,500})/gi)) {
    if (ids.length >= MOST_PICTURES) break;
    ids.push(plainId(id));
  }
  return ids;
}

function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

async function subjectIn(mail: Uint8Array): Promise<string> {
  const head = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.byteLength, HEAD_BYTES)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length;
  const parsed = await parseMail(mail.slice(0, end)).catch(() => undefined);
  return parsed === undefined ? '' : subjectOf(parsed);
}
