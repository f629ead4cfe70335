import { datePattern, locale } from './conventions';
import { plainDigits } from './digits';

/** How a person writes dates in digits, as `datePattern` says, and the language of months. */
export interface DateWriting {
  pattern: string | undefined;
  locale: string;
}

/**
 * The days, as `2026-07-03`, that a typed date may mean: none, one, or several, as `03/04/2026` for someone whose way
 * of writing dates is not known. `now` decides the century of `26`.
 */
export function readDate(
  typed: string,
  { pattern, locale: of }: DateWriting = { pattern: datePattern(), locale: locale() },
  now = new Date(),
): string[] {
  const text = plainDigits(typed);
  const yearFirst = /^(\d{4}) ?([-./]) ?(\d{1,2}) ?\2 ?(\d{1,2})\.?$/.exec(text);
  if (yearFirst) return days([yearFirst[1], yearFirst[3], yearFirst[4]]);
  const named =
    /^(?<day>\d{1,2})(?:\.|er|st|nd|rd|th)? ?(?<month>\p{L}+)\.?,? (?<year>\d{4})$/u.exec(text) ??
    /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u.exec(text);
  if (named?.groups) {
    const { year, month = '', day } = named.groups;
    return days([year, String(monthOf(month, of)), day]);
  }
  const [, first, mark, second, last = ''] = /^(\d{1,2}) ?([-./]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/.exec(text) ?? [];
  if (mark === undefined) return [];
  const year = last.length === 4 ? last : century(last, now);
  const dayFirst = days([year, second, first]);
  const monthFirst = days([year, first, second]);
  if (pattern?.includes(mark)) {
    const own = pattern.startsWith('D') ? dayFirst : pattern.startsWith('M') ? monthFirst : [];
    if (own.length > 0) return own;
  }
  // Only dates with the day first have dots.
  if (mark === '.' && last.length === 4 && dayFirst.length > 0) return dayFirst;
  const shortYearFirst = last.length === 2 ? days([century(first ?? '', now), second, last]) : [];
  const orders = pattern?.startsWith('D') ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  return [...new Set([...orders, shortYearFirst].flat())];
}

/** A day that exists, or none. */
function days([year, month, day]: (string | undefined)[]): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isReal = y >= 1000 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isReal ? [date.toISOString().slice(0, 10)] : [];
}

const YEARS_AHEAD = 20;

function century(short: string, now: Date): string {
  const year = 2000 + Number(short);
  return String(year > now.getFullYear() + YEARS_AHEAD ? year - 100 : year);
}

/** From 1; NaN: no name of a month. Three letters are enough when no other month begins with them. */
function monthOf(name: string, of: string): number {
  const wanted = plain(name);
  const found = new Set<number>();
  for (const language of [of, 'en'])
    for (const month of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) {
        const parts = format.formatToParts(Date.UTC(2026, index, 1));
        const known = plain(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (known === wanted) return index + 1;
        if (wanted.length >= 3 && known.startsWith(wanted)) found.add(index + 1);
      }
    }
  const [first = Number.NaN] = found;
  return found.size === 1 ? first : Number.NaN;
}

const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll('.', '');
