import { visibleText } from '@archivolt/plugin-kit/visible-text';
import PostalMime, { decodeWords, type Attachment, type Email } from 'postal-mime';
import { decode } from './decode.js';

const SHOWN = ['from', 'to', 'cc', 'date', 'subject'];
/** Headers of real mails have some thousand bytes; a mail inside of a mail is copied at each level. */
const LIMITS = { maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 5 };

/** What a mail program displays of a message: sender, recipients, date, subject, text, and the names of attachments. */
export async function mailText(source: Buffer): Promise<string> {
  // It rejects only when parts nest deeper or headers are longer than in any real mail; then the source is the text.
  const mail = await PostalMime.parse(source, LIMITS).catch(() => undefined);
  if (mail === undefined) return decode(source);
  return [...shownHeaders(mail), '', bodyText(mail), ...mail.attachments.flatMap(attachmentText)].join('\n');
}

function shownHeaders({ headers }: Email): string[] {
  return SHOWN.flatMap((name) => {
    const header = headers.find(({ key }) => key === name);
    return header === undefined ? [] : [decodeWords(header.value)];
  });
}

/** Where a mail has its text both plain and as HTML, the plain one is complete. */
function bodyText({ text = '', html }: Email): string {
  return html === undefined || text.trim() !== '' ? text : visibleText(html);
}

/** The name of an attachment; of a part that is displayed below the text, such as a calendar, its text too. */
function attachmentText({ filename, mimeType, disposition, content }: Attachment): string[] {
  const isDisplayed = disposition !== 'attachment' && mimeType.startsWith('text/') && typeof content !== 'string';
  return [
    ...(filename === null ? [] : [filename]),
    ...(isDisplayed ? [decode(Buffer.from(new Uint8Array(content)))] : []),
  ];
}
