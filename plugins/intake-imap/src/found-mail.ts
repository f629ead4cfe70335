import { createHash } from 'node:crypto';
import type { FetchMessageObject } from 'imapflow';

/** A mail in the opened folder. */
export interface FoundMail {
  uid: number;
  size: number;
  subject: string;
  /** The same for the same mail in every folder: a hash of its Message-ID and size. */
  identity: string;
}

/** How many characters of a subject are of use. */
const LONGEST_SUBJECT = 200;

/** What the server says about a mail. */
export function foundMail({ uid, size = 0, envelope = {} }: FetchMessageObject): FoundMail {
  const { messageId, date, subject } = envelope;
  const parts = [messageId ?? [date === undefined ? null : new Date(date).valueOf(), subject ?? null], size];
  const identity = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return { uid, size, identity, subject: onOneLine(subject ?? '') };
}

function onOneLine(text: string): string {
  const line = text.slice(0, 10 * LONGEST_SUBJECT).replace(/[\s\p{Cc}]+/gu, ' ');
  return line.trim().slice(0, LONGEST_SUBJECT).toWellFormed();
}
