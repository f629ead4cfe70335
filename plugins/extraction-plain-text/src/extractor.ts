import { defineExtractor, type AttachedFile, type ExtractionInput, type ExtractionResult } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { addressCardText } from './address-card-text.js';
import { calendarText } from './calendar-text.js';
import { decode } from './decode.js';
import { FICTION_BOOK, WEB_ARCHIVE } from './file-types.js';
import { firstLines } from './first-lines.js';
import { mailAttachments } from './mail-attachments.js';
import { mailText } from './mail-text.js';
import { namedEncoding } from './named-encoding.js';
import { openMail } from './open-mail.js';
import { readStart } from './read-start.js';
import { textResult } from './text-result.js';
import { webArchiveText } from './web-archive-text.js';
import { xmlText } from './xml-text.js';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;
/** The mail parser keeps each line as an object: in a child with the default limit of memory there is room for these. */
const MOST_MAIL_LINES = 150_000;
const MAIL = 'message/rfc822';
/** Mails with files, and saved web pages, whose parts are mostly pictures. */
const MOST_ARCHIVE_BYTES = 100 * 1024 * 1024;
const BOOK = { hidden: new Set(['binary', 'stylesheet']), hasAttributes: false };

/** How the characters of a file become its text, where they are not the text themselves. */
const READERS: Readonly<Record<string, (text: string, maxChars: number) => string>> = {
  'application/xhtml+xml': visibleText,
  'application/xml': (text) => xmlText(text),
  [FICTION_BOOK.type]: (text) => xmlText(text, BOOK),
  'image/svg+xml': visibleText,
  'text/calendar': calendarText,
  'text/html': visibleText,
  'text/vcard': addressCardText,
};

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const most = input.type === WEB_ARCHIVE.type ? MOST_ARCHIVE_BYTES : limits.maxChars * BYTES_PER_CHAR;
    const start = await readStart(input.path, most, signal);
    const bytes = input.type === MAIL ? firstLines(start, MOST_MAIL_LINES) : start;
    const text = await readable(input, bytes, limits.maxChars);
    signal.throwIfAborted();
    const result = textResult(text, { maxChars: limits.maxChars, isCut: bytes.length < input.size });
    return input.type === MAIL ? { ...result, attachments: attachmentsOf(input, signal) } : result;
  },
  openMail,
});

async function* attachmentsOf({ path }: ExtractionInput, signal: AbortSignal): AsyncIterable<AttachedFile> {
  yield* mailAttachments(withoutUtf16(await readStart(path, MOST_ARCHIVE_BYTES, signal)), signal);
}

async function readable({ type }: ExtractionInput, bytes: Buffer, maxChars: number): Promise<string> {
  if (type === MAIL) return mailText(withoutUtf16(bytes));
  if (type === WEB_ARCHIVE.type) return webArchiveText(withoutUtf16(bytes));
  const text = decode(bytes, namedEncoding(bytes));
  const reader = READERS[type];
  if (reader === undefined) return text;
  const shown = reader(text, maxChars);
  // A file that is not of its type is a text.
  return shown === '' && !text.includes('<') && !text.includes('BEGIN:') ? text : shown;
}

/** Converts a mail that a Windows program saved as UTF-16 to UTF-8; a mail parser expects bytes of ASCII. */
function withoutUtf16(bytes: Buffer): Buffer {
  return bytes.subarray(0, 256).includes(0) ? Buffer.from(decode(bytes)) : bytes;
}
