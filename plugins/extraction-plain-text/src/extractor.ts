import { decodeText, defineExtractor, type ExtractionInput, type ExtractionResult } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { addressCardText } from './address-card-text.js';
import { calendarText } from './calendar-text.js';
import { electronicInvoiceText } from './electronic-invoice.js';
import { APPLE_MAIL, CMS, FICTION_BOOK, TNEF, WEB_ARCHIVE } from './file-types.js';
import { readMailFile, withoutUtf16 } from './mail-file.js';
import { MAIL } from './mail-leaves.js';
import { namedEncoding } from './named-encoding.js';
import { openMail } from './open-mail.js';
import { readPacked } from './packed-file.js';
import { readStart } from './read-start.js';
import { textResult } from './text-result.js';
import { webArchiveText } from './web-archive-text.js';
import { xmlText } from './xml-text.js';

/** UTF-8 needs at most four bytes for what `maxChars` counts as one or two. */
const BYTES_PER_CHAR = 4;
/** Saved web pages, whose parts are mostly pictures. */
const MOST_ARCHIVE_BYTES = 100 * 1024 * 1024;
const BOOK = { hidden: new Set(['binary', 'stylesheet']), hasAttributes: false };

/** How the characters of a file become its text, where they are not the text themselves. */
const READERS: Readonly<Record<string, (text: string, maxChars: number) => string>> = {
  'application/xhtml+xml': visibleText,
  'application/xml': readXml,
  [FICTION_BOOK.type]: (text) => xmlText(text, BOOK),
  'image/svg+xml': visibleText,
  'text/calendar': calendarText,
  'text/html': visibleText,
  'text/vcard': addressCardText,
};

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    if (input.type === CMS.type || input.type === TNEF.type) return readPacked(input, limits, signal);
    if (input.type === MAIL || input.type === APPLE_MAIL.type) return readMailFile(input, limits, signal);
    const most = input.type === WEB_ARCHIVE.type ? MOST_ARCHIVE_BYTES : limits.maxChars * BYTES_PER_CHAR;
    const bytes = await readStart(input.path, most, signal);
    const text = await readable(input, bytes, limits.maxChars);
    signal.throwIfAborted();
    return textResult(text, { maxChars: limits.maxChars, isCut: bytes.length < input.size });
  },
  openMail,
  // Loaded with the first file that is shown: children that read texts do without it.
  renderHtml: async (...args) => (await import('./render-html.js')).renderHtml(...args),
});

async function readable({ type }: ExtractionInput, bytes: Buffer, maxChars: number): Promise<string> {
  if (type === WEB_ARCHIVE.type) return webArchiveText(withoutUtf16(bytes));
  const text = decodeText(bytes, { named: namedEncoding(bytes) });
  const reader = READERS[type];
  if (reader === undefined) return text;
  const shown = reader(text, maxChars);
  // A file that is not of its type is a text.
  return shown === '' && !text.includes('<') && !text.includes('BEGIN:') ? text : shown;
}

/** An electronic invoice begins with its values and what they are. */
function readXml(xml: string): string {
  const invoice = electronicInvoiceText(xml);
  const text = xmlText(xml);
  return invoice === undefined ? text : `${invoice}\n\n${text}`;
}
