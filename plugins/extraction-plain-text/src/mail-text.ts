import { decode } from './decode.js';
import { visibleText } from './visible-text.js';

const MOST_DEPTH = 5;
const MOST_PARTS = 200;
/** Of one header; those of real mails have some hundred characters. */
const LONGEST_HEADER = 16_384;
const SHOWN = ['from', 'to', 'cc', 'date', 'subject'];

interface Part {
  headers: Map<string, string>;
  body: string;
}

/**
 * What a mail program shows of a message: sender, receivers, date, subject, the text and the names of attachments.
 * `source` holds one byte a character.
 */
export function mailText(source: string): string {
  return messageText(source, { parts: 0 }, 0);
}

/** How many parts have been read, of the mail and of all mails inside it. */
interface Count {
  parts: number;
}

function messageText(source: string, count: Count, depth: number): string {
  const message = splitPart(source);
  const head = SHOWN.flatMap((name) => {
    const value = message.headers.get(name);
    return value === undefined ? [] : [decodeWords(value)];
  });
  const texts: string[] = [];
  collect(message, texts, count, depth);
  return [...head, '', ...texts].join('\n');
}

function collect(part: Part, texts: string[], count: Count, depth: number): void {
  count.parts += 1;
  if (depth > MOST_DEPTH || count.parts > MOST_PARTS) return;
  const type = part.headers.get('content-type') ?? 'text/plain';
  const kind = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(type)?.[1]?.toLowerCase() ?? 'text/plain';
  if (kind.startsWith('multipart/')) {
    const boundary = parameter(type, 'boundary');
    if (boundary === undefined) return;
    const parts = splitBody(part.body, boundary).map(splitPart);
    const plain = parts.findIndex((each) => /^\s*text\/plain/i.test(each.headers.get('content-type') ?? 'text/plain'));
    // Of alternatives the plain one says it all; every other kind of multipart is read whole.
    const chosen = kind === 'multipart/alternative' && plain >= 0 ? parts.slice(plain, plain + 1) : parts;
    for (const each of chosen) collect(each, texts, count, depth + 1);
    return;
  }
  const disposition = part.headers.get('content-disposition') ?? '';
  const name = parameter(disposition, 'filename') ?? parameter(type, 'name');
  if (name !== undefined) texts.push(decodeWords(name));
  if (/^\s*attachment/i.test(disposition)) return;
  if (kind === 'message/rfc822') texts.push(messageText(part.body, count, depth + 1));
  else if (kind.startsWith('text/')) {
    const text = decode(decodeBody(part), parameter(type, 'charset'));
    texts.push(kind === 'text/html' ? visibleText(text) : text);
  }
}

function splitPart(source: string): Part {
  const gap = /\r?\n\r?\n/.exec(source);
  const head = gap === null ? source : source.slice(0, gap.index);
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1, colon + 1 + LONGEST_HEADER).trim());
  }
  return { headers, body: gap === null ? '' : source.slice(gap.index + gap[0].length) };
}

function splitBody(body: string, boundary: string): string[] {
  const pieces = `\n${body}`.split(`\n--${boundary}`);
  return pieces
    .slice(1, MOST_PARTS)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => piece.slice(piece.indexOf('\n') + 1));
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase().trim();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? unquote(body.replaceAll(/=[ \t]*\r?\n/g, '')) : Buffer.from(body, 'latin1');
}

function unquote(text: string): Buffer {
  const bytes = text.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Header words such as `=?utf-8?B?…?=`, and raw UTF-8. */
function decodeWords(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, '?==?');
  if (!joined.includes('=?')) return decode(Buffer.from(joined, 'latin1'));
  return joined.replaceAll(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, kind: string, text: string) =>
    decode(kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' ')), charset),
  );
}

function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\*?=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}
