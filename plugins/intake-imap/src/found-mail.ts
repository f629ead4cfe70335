import { createHash } from 'node:crypto';
import { cleanLine } from '@archivolt/plugin-kit';
import type { FetchMessageObject, FetchQueryObject } from 'imapflow';
import { decodeWords } from 'postal-mime';

/** A mail in the opened folder. */
export interface FoundMail {
  uid: number;
  size: number;
  subject: string;
  /** The same for the same mail in every folder: a hash of its Message-ID and size. */
  identity: string;
}

/** The sender decides how long the header is: the server is asked for its beginning, and never to parse it. */
const HEADER_BYTES = 65_536;
const LONGEST_SUBJECT = 200;

/** What to ask the server about a mail. */
export const FACTS: FetchQueryObject = {
  uid: true,
  size: true,
  bodyParts: [{ key: 'HEADER', start: 0, maxLength: HEADER_BYTES }],
};

/** What the server says about a mail. */
export function foundMail({ uid, size = 0, bodyParts, headers }: FetchMessageObject): FoundMail {
  const header = (bodyParts?.get('header') ?? headers ?? Buffer.alloc(0)).subarray(0, HEADER_BYTES).toString('latin1');
  const parts = [fieldOf(header, 'message-id') ?? [fieldOf(header, 'date'), fieldOf(header, 'subject')], size];
  const identity = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const subject = Buffer.from((fieldOf(header, 'subject') ?? '').slice(0, 10 * LONGEST_SUBJECT), 'latin1');
  return { uid, size, identity, subject: cleanLine(decodeWords(subject.toString()).trim(), LONGEST_SUBJECT) };
}

/** The first field of this name, with the lines that continue it. */
function fieldOf(header: string, name: string): string | undefined {
  const lines = header.split(/\r?\n/);
  const start = lines.findIndex((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  if (start < 0) return undefined;
  const next = lines.findIndex((line, index) => index > start && !/^[ \t]/.test(line));
  const field = lines.slice(start, next < 0 ? undefined : next).join('');
  return field.slice(name.length + 1).trim();
}
