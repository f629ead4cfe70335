import { defineExtractor, type ExtractionInput, type ExtractionResult } from '@archivolt/plugin-kit';
import { decode } from './decode.js';
import { firstLines } from './first-lines.js';
import { mailText } from './mail-text.js';
import { namedEncoding } from './named-encoding.js';
import { openMail } from './open-mail.js';
import { readStart } from './read-start.js';
import { textResult } from './text-result.js';
import { visibleText } from './visible-text.js';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;
/** The mail parser keeps each line as an object: in a child with the default limit of memory there is room for these. */
const MOST_MAIL_LINES = 150_000;
const MAIL = 'message/rfc822';
const MARKUP = new Set(['application/xhtml+xml', 'image/svg+xml', 'text/html']);

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const start = await readStart(input.path, limits.maxChars * BYTES_PER_CHAR, signal);
    const bytes = input.type === MAIL ? firstLines(start, MOST_MAIL_LINES) : start;
    const text = await readable(input, bytes);
    signal.throwIfAborted();
    return textResult(text, { maxChars: limits.maxChars, isCut: bytes.length < input.size });
  },
  openMail,
});

async function readable({ type }: ExtractionInput, bytes: Buffer): Promise<string> {
  if (type === MAIL) return mailText(withoutUtf16(bytes));
  const text = decode(bytes, namedEncoding(bytes));
  return MARKUP.has(type) ? visibleText(text) : text;
}

/** Converts a mail that a Windows program saved as UTF-16 to UTF-8; a mail parser expects bytes of ASCII. */
function withoutUtf16(bytes: Buffer): Buffer {
  return bytes.subarray(0, 256).includes(0) ? Buffer.from(decode(bytes)) : bytes;
}
