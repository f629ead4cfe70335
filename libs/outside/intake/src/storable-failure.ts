import { cleanFileName, cleanLine } from '@archivolt/plugin-kit';
import { storableMimeType } from '#archive/documents';
import type { NewFailure } from './intake-failure.repository.js';

const LONGEST_REASON = 1_000;
/** An address of a mail can have 320 characters; a subject is not limited. */
const LONGEST_LINE = 500;

/** Shortens and cleans what senders and plugins have written, so that it can be stored and shown. */
export function storableFailure(failure: NewFailure): NewFailure {
  const { fileName, mimeType, tags, sender, subject, reason } = failure;
  return {
    ...failure,
    fileName: fileName === undefined ? undefined : cleanFileName(fileName) || 'unnamed',
    mimeType: storableMimeType(mimeType),
    tags: tags?.filter((tag) => tag.isWellFormed() && !tag.includes('\0')),
    sender: storableLine(sender),
    subject: storableLine(subject),
    reason: storableLine(reason, LONGEST_REASON) ?? 'The intake gives no reason.',
  };
}

/** The text as one line without control characters; `undefined` when nothing is left of it. */
export function storableLine(text: string | undefined, longest = LONGEST_LINE): string | undefined {
  return cleanLine(text?.slice(0, longest) ?? '').trim() || undefined;
}
