import { cleanFileName } from '@archivolt/plugin-kit';
import { decodeWords } from 'postal-mime';

/** Of a mail, where its headers are. */
export const HEAD_BYTES = 64 * 1024;
const LONGEST_VALUE = 4_000;
const LONGEST_SUBJECT = 150;
const DATE =
  /(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} (\d{4}) \d{1,2}:\d\d(?::\d\d)? ?(?:[+-]\d{4}|[a-z]{1,5})?/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export interface MailHead {
  subject: string;
  messageId?: string;
  /** When it was sent. */
  moment?: string;
  /** The day on which it was sent, where it was sent. */
  day?: string;
}

/** What is said in the first bytes of a mail. */
export function readHead(bytes: Buffer): MailHead {
  const headers = headersIn(bytes.toString('latin1'));
  const subject = decodeWords(Buffer.from(headers.get('subject') ?? '', 'latin1').toString('utf8')).trim();
  const messageId = headers.get('message-id')?.trim();
  return {
    subject: subject.slice(0, LONGEST_VALUE),
    ...(messageId !== undefined && messageId !== '' && { messageId }),
    ...dateIn(headers.get('date') ?? ''),
  };
}

/** The name of a mail as a document. */
export function mailName({ subject, day }: MailHead): string {
  const name = cleanFileName(subject.replaceAll(/[/\\]/g, '-').slice(0, LONGEST_SUBJECT)).trim();
  if (name !== '') return `${name}.eml`;
  return day === undefined ? 'Mail.eml' : `Mail of ${day}.eml`;
}

/** The first header of each name, with its lines joined. */
function headersIn(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  let name = '';
  for (const line of text.split('\n')) {
    const content = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (content === '') break;
    const colon = content.indexOf(':');
    if (content.startsWith(' ') || content.startsWith('\t')) {
      const before = headers.get(name);
      if (before !== undefined && before.length < LONGEST_VALUE) headers.set(name, cut(`${before} ${content.trim()}`));
    } else if (colon > 0 && colon < 100) {
      const key = content.slice(0, colon).trim().toLowerCase();
      // The others of the same name are not joined to the first one.
      name = headers.has(key) ? '' : key;
      if (name !== '') headers.set(name, cut(content.slice(colon + 1)));
    } else name = '';
  }
  return headers;
}

function cut(value: string): string {
  return value.slice(0, LONGEST_VALUE);
}

function dateIn(value: string): Pick<MailHead, 'day' | 'moment'> {
  const [found, date, month, year] = DATE.exec(value.slice(0, 200).split(/\s+/).join(' ')) ?? [];
  if (found === undefined || date === undefined || month === undefined) return {};
  const day = `${year}-${pad(MONTHS.indexOf(month.toLowerCase()) + 1)}-${pad(Number(date))}`;
  const time = Date.parse(found);
  if (Number.isNaN(time) || Number.isNaN(Date.parse(day)) || Number(year) < 1971) return {};
  return { day, moment: new Date(time).toISOString() };
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
