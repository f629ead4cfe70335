import { monthsNamed } from './month-names.js';

/** A date as it stands in a line. */
export interface WrittenDate {
  from: number;
  to: number;
  /** Undefined: `3. Juli`. */
  year: number | undefined;
  month: number;
  day: number;
  /** Of numbers that are a day and a month either way, month first. */
  isAmbiguous?: true;
  /** Two digits were written, or none: the century is a guess. */
  isShortYear?: true;
  form: 'compact' | 'named' | 'numeric';
}

export type DateOrder = 'day-first' | 'month-first' | 'year-first';

interface Token {
  text: string;
  from: number;
  to: number;
  /** Undefined: not a number of at most four digits. */
  number: number | undefined;
}

/** What dates are read with. `latestYear` decides the century of two digits. */
export interface DateReading {
  latestYear: number;
  /** Undefined: numbers of two readings are ambiguous. */
  order: DateOrder | undefined;
  /** Years of the Buddhist era are possible. */
  isThai: boolean;
  isCroatian: boolean;
}

const TOKEN = /\d+|[\p{L}\p{M}]+|[^\s\d\p{L}\p{M}]/gu;
const NUMBER = /^\d{1,4}$/;
const DIGIT = /\d/;
const MONTHS = 12;
const CENTURY = 100;
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2100;
const BUDDHIST_ERA = 543;
/** The year before the first one of an era. */
const ERAS: readonly (readonly [name: string, base: number])[] = [
  ['令和', 2018],
  ['平成', 1988],
  ['昭和', 1925],
  ['r', 2018],
  ['h', 1988],
  ['民國', 1911],
  ['民国', 1911],
];
/** Words and marks that stand between the parts of a date. */
const CONNECTORS = new Set(
  (
    'of de del di da do d st nd rd th er re a o m y g gada year day nam thang พ ศ ค lui ' +
    '. , \' ’ ° » « º ª - / ” “ " „'
  ).split(' '),
);
const MOST_CONNECTORS = 3;
/** A date begins with a number, or with a month of at most two words and what stands between it and its day. */
const FURTHEST_NUMBER = 2 + MOST_CONNECTORS;
const DATE_SEPARATOR = /^[./-]$/;
const IDEOGRAPHIC_DAY = /^[日일]/u;
const LETTER = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** The dates of a folded line from left to right. No word is looked at more often than a fixed number of times. */
export function writtenDates(line: string, reading: DateReading, most: number): WrittenDate[] {
  if (!DIGIT.test(line)) return [];
  const tokens = tokensOf(line);
  const found: WrittenDate[] = [];
  let [next, number] = [0, 0];
  for (const [at, first] of tokens.entries()) {
    if (at < next) continue;
    if (found.length >= most) break;
    while (number < tokens.length && (number < at || !DIGIT.test(tokens[number]?.text ?? ''))) number += 1;
    if (number - at > FURTHEST_NUMBER) continue;
    const read = new DateAt(tokens, at, first, reading).read();
    if (read !== undefined) {
      const { end, ...date } = read;
      const last = tokens[end - 1] ?? first;
      // What follows 日 without a space belongs to the sentence.
      const to = IDEOGRAPHIC_DAY.test(last.text) ? last.from + 1 : last.to;
      found.push({ ...date, from: first.from, to });
      next = end;
    }
  }
  return found;
}

/** True for a day that the calendar has. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > MONTHS || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `YYYY-MM-DD` */
export function isoDay({ year, month, day }: Pick<WrittenDate, 'day' | 'month' | 'year'>): string {
  const [y, m, d] = [year ?? 0, month, day];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

function tokensOf(line: string): Token[] {
  return [...line.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
    number: NUMBER.test(text) ? Number(text) : undefined,
  }));
}

type Read = Omit<WrittenDate, 'from' | 'to'> & { end: number };

/** Reads the date that begins with a token. */
class DateAt {
  constructor(
    private readonly tokens: readonly Token[],
    private readonly start: number,
    private readonly first: Token,
    private readonly reading: DateReading,
  ) {}

  read(): Read | undefined {
    const { first } = this;
    if (first.number === undefined && /^\d+$/.test(first.text)) return this.#compact(first);
    if (first.number === undefined) return this.#ofEra() ?? this.#monthFirst();
    return this.#ideographic(first.number) ?? this.#numeric(first) ?? this.#yearFirst(first) ?? this.#dayFirst();
  }

  #at(offset: number): Token | undefined {
    return this.tokens[offset];
  }

  /** `20260703`, of a time if its numbers follow. */
  #compact({ text }: Token): Read | undefined {
    if (text.length !== 8 && text.length !== 14) return undefined;
    const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8))];
    if (!isYear(year) || !isRealDay(year, month, day)) return undefined;
    return { year, month, day, form: 'compact', end: this.start + 1 };
  }

  /** `2026年7月3日`, `2026년 7월 3일`, without the day or the year, too. */
  #ideographic(number: number, at = this.start, base = 0): Read | undefined {
    const [year, month, day] = [this.#at(at + 1)?.text, this.#at(at + 3)?.text, this.#at(at + 5)?.text];
    if (year === undefined || !/^[年년]/u.test(year)) return undefined;
    const written = this.#at(at + 2)?.number ?? 0;
    const dayNumber = this.#at(at + 4)?.number ?? 0;
    if (month === undefined || !/^[月월]/u.test(month) || day === undefined || !/^[日일]/u.test(day)) return undefined;
    const whole = number + base;
    if (!isYear(whole) || !isRealDay(whole, written, dayNumber)) return undefined;
    return { year: whole, month: written, day: dayNumber, form: 'named', end: at + 6 };
  }

  #ofEra(): Read | undefined {
    const next = this.#at(this.start + 1);
    if (next?.number === undefined) return undefined;
    const { text } = this.first;
    const base = ERAS.find(([name]) => text === name || (name.length > 1 && text.endsWith(name)))?.[1];
    if (base === undefined) return undefined;
    return this.#ideographic(next.number, this.start + 1, base);
  }

  /** `3.7.2026`, `07/03/26`, `2026-07-03`, `3. 7. 2026`, `3/7 2026`. */
  #numeric(first: Token): Read | undefined {
    if (!this.#beginsFreely()) return undefined;
    const [separator, second, other] = [this.#at(this.start + 1), this.#at(this.start + 2), this.#at(this.start + 3)];
    if (!separator || !DATE_SEPARATOR.test(separator.text)) return undefined;
    // Typewriters and forms have spaces around the marks, but only on both sides of them.
    const gap = separator.from - first.to;
    if (gap > 1 || (gap === 1 && (separator.text === '-' || second?.from !== separator.to + 1))) return undefined;
    if (second?.number === undefined || second.text.length > 2 || second.from - separator.to > 1) return undefined;
    if (
      separator.text === '/' &&
      other?.number !== undefined &&
      other.text.length === 4 &&
      other.from === second.to + 1
    )
      return this.#ordered(first, second, other, this.start + 4);
    const third = this.#at(this.start + 4);
    if (other?.text !== separator.text || other.from - second.to !== gap || third?.number === undefined)
      return undefined;
    if (third.from - other.to > 1 || !this.#endsFreely(this.start + 4)) return undefined;
    return this.#ordered(first, second, third, this.start + 5);
  }

  #ordered(first: Token, second: Token, third: Token, end: number): Read | undefined {
    const [one, two, three] = [first, second, third].map(({ number = 0 }) => number) as [number, number, number];
    if (
      first.text.length === 4 ||
      (this.reading.order === 'year-first' && third.text.length === 2 && first.text.length === 2)
    ) {
      const year = this.#year(first, third.text.length <= 2);
      if (year !== undefined && third.text.length <= 2 && isRealDay(year, two, three))
        return { year, month: two, day: three, form: 'numeric', end, ...shortYear(first) };
      if (first.text.length === 4) return undefined;
    }
    if (first.text.length > 2) return undefined;
    const year = this.#year(third, true);
    if (year === undefined) return undefined;
    const dayFirst = isRealDay(year, two, one);
    const monthFirst = isRealDay(year, one, two);
    const rest = { year, form: 'numeric' as const, end, ...shortYear(third) };
    // Points separate days from months nowhere but where the day comes first.
    const isByPoint = this.#at(this.start + 1)?.text === '.';
    if (dayFirst && monthFirst && one !== two && !isByPoint) {
      const order = this.reading.order === 'year-first' ? 'day-first' : this.reading.order;
      if (order === undefined) return { ...rest, month: one, day: two, isAmbiguous: true };
      return order === 'month-first' ? { ...rest, month: one, day: two } : { ...rest, month: two, day: one };
    }
    if (dayFirst) return { ...rest, month: two, day: one };
    return monthFirst && !isByPoint ? { ...rest, month: one, day: two } : undefined;
  }

  /** `2026. július 3.`, `2026 m. liepos 3 d.`, `2026. gada 3. jūlijā`. */
  #yearFirst(first: Token): Read | undefined {
    const year = first.text.length === 4 ? this.#year(first, false) : undefined;
    if (year === undefined) return undefined;
    const at = this.#skip(this.start + 1);
    const before = this.#day(at);
    const named = this.#month(before === undefined ? at : this.#skip(at + 1));
    if (!named) return undefined;
    const dayAt = this.#skip(named.end);
    const day = before ?? this.#day(dayAt);
    if (day === undefined || !isRealDay(year, named.month, day)) return undefined;
    return { year, month: named.month, day, form: 'named', end: before === undefined ? dayAt + 1 : named.end };
  }

  /** `3. Juli 2026`, `3 de julio de 2026`, `3rd of July, 2026`, `03JUL26`, `3. Juli`. */
  #dayFirst(): Read | undefined {
    const day = this.#day(this.start);
    if (day === undefined || this.#isAfterDigits()) return undefined;
    const named = this.#month(this.#skip(this.start + 1));
    if (!named) return undefined;
    return this.#withYear(named.end, { month: named.month, day });
  }

  /** `July 3, 2026`, `Jul. 3rd`. */
  #monthFirst(): Read | undefined {
    const named = this.#month(this.start);
    if (!named) return undefined;
    const dayAt = this.#skip(named.end);
    const day = this.#day(dayAt);
    return day === undefined ? undefined : this.#withYear(dayAt + 1, { month: named.month, day });
  }

  #withYear(end: number, { month, day }: { month: number; day: number }): Read | undefined {
    const yearAt = this.#skip(end);
    const token = this.#at(yearAt);
    const year = token && this.#year(token, token.text.length === 2 && !this.#isTime(yearAt));
    if (token && year !== undefined && isRealDay(year, month, day))
      return { year, month, day, form: 'named', end: yearAt + 1, ...shortYear(token) };
    return isRealDay(LEAP_YEAR, month, day) ? { year: undefined, month, day, form: 'named', end } : undefined;
  }

  /** The place behind words and marks that may stand between the parts of a date. */
  #skip(from: number): number {
    let at = from;
    while (at - from < MOST_CONNECTORS && CONNECTORS.has(this.#at(at)?.text ?? 'x')) at += 1;
    return at;
  }

  #month(at: number): { month: number; end: number } | undefined {
    const token = this.#at(at);
    if (!token) return undefined;
    if (token.number !== undefined) return this.#isVietnamese(at, token.number);
    const next = this.#at(at + 1);
    const double =
      next && next.from - token.to <= 1 ? only(monthsNamed(`${token.text} ${next.text}`), this.reading) : undefined;
    if (double !== undefined) return { month: double, end: at + 2 };
    const month = only(monthsNamed(token.text), this.reading);
    return month === undefined ? undefined : { month, end: at + 1 };
  }

  /** `ngày 3 tháng 7 năm 2026`: the month is a number. */
  #isVietnamese(at: number, number: number): { month: number; end: number } | undefined {
    return this.#at(at - 1)?.text === 'thang' && number >= 1 && number <= MONTHS
      ? { month: number, end: at + 1 }
      : undefined;
  }

  #day(at: number): number | undefined {
    const token = this.#at(at);
    if (token?.number === undefined || token.text.length > 2 || this.#isTime(at)) return undefined;
    return token.number >= 1 && token.number <= 31 ? token.number : undefined;
  }

  #year({ text, number }: Token, mayBeShort: boolean): number | undefined {
    if (number === undefined) return undefined;
    if (text.length === 4) {
      if (isYear(number)) return number;
      return this.reading.isThai && isYear(number - BUDDHIST_ERA) ? number - BUDDHIST_ERA : undefined;
    }
    if (text.length !== 2 || !mayBeShort) return undefined;
    const recent = Math.floor(this.reading.latestYear / CENTURY) * CENTURY + number;
    return recent <= this.reading.latestYear + 1 ? recent : recent - CENTURY;
  }

  #isTime(at: number): boolean {
    return this.#at(at + 1)?.text === ':' && this.#at(at + 1)?.from === this.#at(at)?.to;
  }

  #isAfterDigits(): boolean {
    const [token, mark, number] = [this.#at(this.start), this.#at(this.start - 1), this.#at(this.start - 2)];
    return (
      mark?.to === token?.from &&
      DATE_SEPARATOR.test(mark?.text ?? '') &&
      number?.to === mark?.from &&
      /\d$/.test(number?.text ?? '')
    );
  }

  /** False within a longer number, a version or an address of a network. */
  #beginsFreely(): boolean {
    const before = this.#at(this.start - 1);
    if (before?.to !== this.first.from) return true;
    if (LETTER.test(before.text)) return false;
    const number = this.#at(this.start - 2);
    // `Date:04/03/2020`
    if (before.text === ':' && /^\p{L}{2}/u.test(number?.text ?? '')) return true;
    // `118/04.03.2020`: the number of a letter and its date.
    if (before.text === '/' && this.#isWithPoints()) return true;
    return !(/[./:\-+,]/.test(before.text) && number?.to === before.from && /^[\d\p{L}]/u.test(number.text));
  }

  #isWithPoints(): boolean {
    const [first, second, year] = [1, 3, 4].map((offset) => this.#at(this.start + offset));
    return first?.text === '.' && second?.text === '.' && year?.text.length === 4;
  }

  #endsFreely(at: number): boolean {
    const [last, mark, next] = [this.#at(at), this.#at(at + 1), this.#at(at + 2)];
    if (mark?.from !== last?.to || !/[./-]/.test(mark?.text ?? '')) return true;
    return next?.from !== mark?.to || !/^\d/.test(next?.text ?? '');
  }
}

const LEAP_YEAR = 2024;

function isYear(year: number): boolean {
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
}

function shortYear({ text }: Token): { isShortYear?: true } {
  return text.length === 2 ? { isShortYear: true } : {};
}

/** Some Slavic names are a month earlier in Croatian than in Polish and Czech. */
function only(months: ReadonlySet<number>, { isCroatian }: DateReading): number | undefined {
  const [first, second, third] = months;
  if (first === undefined || second === undefined) return first;
  if (third !== undefined || Math.abs(first - second) !== 1) return undefined;
  return isCroatian ? Math.min(first, second) : Math.max(first, second);
}
