import { decodeText } from '@archivolt/plugin-kit';
import { decodeWords } from './encoded-words.js';
import type { MailNode } from './mail-tree.js';
import { namedEncoding } from './named-encoding.js';

export const MAIL = 'message/rfc822';
/** The host keeps 1,000 characters of a name. */
const LONGEST_NAME = 4_000;

/** A part of a mail that has bytes of its own. */
export interface Leaf {
  node: MailNode;
  /** Kept in a `multipart/related`, next to the text that shows it. */
  isRelated: boolean;
}

export function leavesOf(node: MailNode, isRelated = false): Leaf[] {
  const { multipart } = node.contentType;
  if (multipart === false) return node.content === null ? [] : [{ node, isRelated }];
  return node.childNodes.flatMap((child) => leavesOf(child, multipart === 'related' || isRelated));
}

/** The text itself; a text with a name of its own is a file, also when it is displayed below. */
export function isText(node: MailNode): boolean {
  const { value: disposition } = node.contentDisposition.parsed;
  const isTextual = ['text/html', 'text/plain'].includes(node.contentType.parsed.value);
  return isTextual && disposition !== 'attachment' && nameOf(node) === '';
}

export function isHtml(node: MailNode): boolean {
  return isText(node) && node.contentType.parsed.value === 'text/html';
}

export function nameOf({ contentType, contentDisposition }: MailNode): string {
  const name = contentDisposition.parsed.params['filename'] || contentType.parsed.params['name'] || '';
  return decodeWords(name.slice(0, LONGEST_NAME));
}

export function typeOf({ headers, contentType }: MailNode): string {
  const { value } = contentType.parsed;
  // In a digest mails need not be declared.
  const isDeclared = value === MAIL || headers.some(({ key }) => key === 'content-type');
  return isDeclared ? value : '';
}

/** The library ends a body without an encoding with a line end of its own. */
export function bytesOf({ content, contentTransferEncoding: { encoding } }: MailNode): Uint8Array {
  const bytes = new Uint8Array(content ?? new ArrayBuffer(0));
  const isEncoded = encoding.includes('base64') || encoding.includes('quoted-printable');
  return isEncoded ? bytes : bytes.subarray(0, -1);
}

/** The characters of a text. What the mail says of their encoding is missing or wrong in many. */
export function charactersOf(node: MailNode): string {
  const { params } = node.contentType.parsed;
  const bytes = Buffer.from(bytesOf(node));
  const named = params['charset'] ?? (isHtml(node) ? namedEncoding(bytes) : undefined);
  const text = decodeText(bytes, { named }).replaceAll('\r\n', '\n');
  const isFlowed = params['format']?.toLowerCase() === 'flowed';
  return isFlowed ? node.decodeFlowedText(text, params['delsp']?.toLowerCase() === 'yes') : text;
}
