import { storableMimeType, storableName } from '#archive/documents';
import type { NewFailure } from './intake-failure.repository.js';

const LONGEST_REASON = 1_000;
/** An address of a mail can have 320 characters; a subject is not limited. */
const LONGEST_LINE = 500;
/** Control characters, which PostgreSQL or a list of one line for each failure cannot show. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Shortens and cleans what senders and plugins have written, so that it can be stored and shown. */
export function storableFailure(failure: NewFailure): NewFailure {
  const { fileName, mimeType, tags, sender, subject, reason } = failure;
  return {
    ...failure,
    fileName: fileName === undefined ? undefined : storableName(fileName) || 'unnamed',
    mimeType: storableMimeType(mimeType),
    tags: tags?.filter((tag) => tag.isWellFormed() && !tag.includes('\0')),
    sender: storableLine(sender),
    subject: storableLine(subject),
    reason: storableLine(reason, LONGEST_REASON) ?? 'The intake gives no reason.',
  };
}

/** The text as one line without control characters; `undefined` when nothing is left of it. */
export function storableLine(text: string | undefined, longest = LONGEST_LINE): string | undefined {
  const line = text?.slice(0, longest).toWellFormed().replace(UNFIT, ' ').trim();
  return line === '' ? undefined : line;
}
