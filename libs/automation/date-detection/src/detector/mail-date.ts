import type { DateFinding } from './date-finding.js';
import type { TextPart } from './text-lines.js';

/** What decides the day of a mail. */
export interface MailOptions {
  /** The day the document came in, as `YYYY-MM-DD`. */
  received: string;
  /** IANA name: a mail of a late hour is of another day elsewhere. */
  timeZone: string;
}

/** A file of one mail. Its text begins with the values of its headers, of which one is the date. */
const TYPES: ReadonlySet<string> = new Set(['application/vnd.ms-outlook', 'message/rfc822', 'message/x-emlx']);
/** A value of RFC 5322: `Thu, 3 Jul 2025 10:15:00 +0200 (CEST)`. */
const DATE =
  /^(?:[a-z]{3},? {0,3})?(\d{1,2} {1,3}[a-z]{3} {1,3}\d{4} {1,3}\d{1,2}:\d\d(?::\d\d)?)(?: {1,3}([+-]\d{4}|[a-z]{1,4}))?(?: {0,3}\([^()]{0,40}\))?$/i;
/** Sender, recipients, date and subject. */
const MOST_HEADERS = 5;
const LONGEST_VALUE = 120;
const LONGEST_EXCERPT = 100;
/** Clocks that were never set show 1970. */
const EARLIEST_DAY = '1980-01-01';
const DAY_MS = 86_400_000;
const CONFIDENCE = 0.98;

export function isMail(type: string): boolean {
  return TYPES.has(type);
}

/** The day a mail was sent, by its own header; undefined where it has none, or one that cannot be right. */
export function mailDate([first]: readonly TextPart[], { received, timeZone }: MailOptions): DateFinding | undefined {
  if (!first) return undefined;
  const headers = first.text.split('\n', MOST_HEADERS);
  for (const [index, line] of headers.entries()) {
    const value = line.trim();
    if (value === '') return undefined;
    const found = value.length > LONGEST_VALUE ? null : DATE.exec(value.replaceAll('\t', ' '));
    if (found === null) continue;
    const day = dayIn(Date.parse(`${found[1]} ${found[2] ?? 'GMT'}`), timeZone);
    if (day === undefined || !isPlausible(day, received)) return undefined;
    const excerpt = value.slice(0, LONGEST_EXCERPT);
    return { day, foundIn: 'mail', line: first.firstLine + index, excerpt, confidence: CONFIDENCE };
  }
  return undefined;
}

function dayIn(time: number, timeZone: string): string | undefined {
  if (Number.isNaN(time)) return undefined;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const { year, month, day } = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}

function isPlausible(day: string, received: string): boolean {
  return day >= EARLIEST_DAY && Date.parse(day) - Date.parse(received) <= DAY_MS;
}
