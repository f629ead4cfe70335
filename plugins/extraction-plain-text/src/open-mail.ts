import { addressParser } from 'postal-mime';
import type { ExtractionInput, MailAddress, MailContext, MailPart, OpenedMail } from '@archivolt/plugin-kit';
import { decodeWords } from './encoded-words.js';
import { bytesOf, isHtml, isText, leavesOf, MAIL, nameOf, typeOf, type Leaf } from './mail-leaves.js';
import { parseMail, type MailNode } from './mail-tree.js';
import { isEncrypted, unwrappedMail } from './unwrapped-mail.js';
import { readStart } from './read-start.js';

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
  const mail = await unwrappedMail(bytes).catch(() => undefined);
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
    parts: await partsOf(mail, bytes, signal),
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

async function partsOf(mail: MailNode, source: Uint8Array, signal: AbortSignal): Promise<MailPart[]> {
  const all = leavesOf(mail);
  const leaves = all.filter(({ node }) => !isEncrypted(node));
  const shown = new Set(leaves.filter(({ node }) => isHtml(node)).flatMap(({ node }) => shownPictures(node)));
  const parts: MailPart[] = [];
  for (const leaf of leaves) {
    signal.throwIfAborted();
    if (!isText(leaf.node)) parts.push(await partOf(leaf, shown));
  }
  // What is encrypted can be opened by a program for mails, if it has the whole one.
  if (leaves.length < all.length)
    parts.push({ fileName: `${subjectOf(mail) || 'mail'}.eml`, type: MAIL, isInline: false, bytes: source });
  return parts;
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
