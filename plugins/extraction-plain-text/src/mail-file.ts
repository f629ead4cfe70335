import {
  decodeText,
  type AttachedFile,
  type ExtractionInput,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { appleMail } from './apple-mail.js';
import { APPLE_MAIL } from './file-types.js';
import { firstLines } from './first-lines.js';
import { ENCRYPTED_MAIL, mailAttachments } from './mail-attachments.js';
import { readMailText } from './mail-text.js';
import { readStart } from './read-start.js';
import { textResult } from './text-result.js';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;
/** The mail parser keeps each line as an object: in a child with the default limit of memory there is room for these. */
const MOST_LINES = 150_000;
/** With its files. */
const MOST_BYTES = 100 * 1024 * 1024;

/** A mail in a file of its own: its text, and the files in it. */
export async function readMailFile(
  input: ExtractionInput,
  { maxChars }: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionResult> {
  const start = await readStart(input.path, maxChars * BYTES_PER_CHAR, signal);
  const bytes = firstLines(mailIn(input, start), MOST_LINES);
  const reading = await mailResult(bytes, { maxChars, isCut: isCut(input, start, bytes) });
  signal.throwIfAborted();
  return { ...reading, attachments: attachmentsOf(input, signal) };
}

/** The text of a mail, and a warning when some of it is encrypted. */
export async function mailResult(
  mail: Buffer,
  limits: { maxChars: number; isCut: boolean },
): Promise<ExtractionResult> {
  const { text, isEncrypted } = await readMailText(withoutUtf16(mail));
  const result = textResult(text, limits);
  return isEncrypted ? { ...result, warnings: [ENCRYPTED_MAIL] } : result;
}

/** Converts a mail that a Windows program saved as UTF-16 to UTF-8; a mail parser expects bytes of ASCII. */
export function withoutUtf16(bytes: Buffer): Buffer {
  return bytes.subarray(0, 256).includes(0) ? Buffer.from(decodeText(bytes)) : bytes;
}

function mailIn({ type }: ExtractionInput, file: Buffer): Buffer {
  return type === APPLE_MAIL.type ? appleMail(file) : file;
}

/** Behind a mail of Apple Mail are notes of the program. */
function isCut(input: ExtractionInput, start: Buffer, read: Buffer): boolean {
  return start.length < input.size || read.length < mailIn(input, start).length;
}

async function* attachmentsOf(input: ExtractionInput, signal: AbortSignal): AsyncIterable<AttachedFile> {
  const bytes = mailIn(input, await readStart(input.path, MOST_BYTES, signal));
  yield* mailAttachments(withoutUtf16(bytes), signal);
}
