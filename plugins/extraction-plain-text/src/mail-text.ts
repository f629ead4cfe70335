import { linearMailParser } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { decode } from './decode.js';

const SHOWN = ['from', 'to', 'cc', 'date', 'subject'];
/** Headers of real mails have some thousand bytes. A mail in the mail is a file in it. */
const OPTIONS = { maxHeadersSize: 512 * 1024, forceRfc822Attachments: true };

/** What a mail program displays of a message: sender, recipients, date, subject, text, and the names of attachments. */
export async function mailText(source: Buffer): Promise<string> {
  // It rejects only when parts nest deeper or headers are longer than in any real mail; then the source is the text.
  const mail = await linearMailParser(new PostalMime(OPTIONS))
    .parse(source)
    .catch(() => undefined);
  if (mail === undefined) return decode(source);
  return [...shownHeaders(mail), '', bodyText(mail), ...namesOfFiles(mail)].join('\n');
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

function namesOfFiles({ attachments }: Email): string[] {
  return attachments.flatMap(({ filename }) => (filename === null ? [] : [filename]));
}
