/** The period from `start` until just before `before`. */
export interface Period {
  start: Date;
  end: Date;
}

export interface DateOptions {
  now: Date;
  timeZone?: string;
  /** Whether values are days, without a time of day. */
  isDays?: boolean;
}

type Unit = 'day' | 'month' | 'quarter' | 'week' | 'year';

interface Calendar {
  year: number;
  /** 0 is January; 12 the January after. */
  month: number;
  day: number;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

const NUMBERS = /^(\d{4})(?:([-/., ])\s*(\d{1,2})(?:\2\s*(\d{1,2}))?)?$/;
const WITH_TIME =
  /^(\d{4})([-/., ])(\d{1,2})\2(\d{1,2})[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/i;
const QUARTER = /^(?:(\d{4})[- ]?q([1-4])|q([1-4])[-/ ]?(\d{4}))$/i;
const WEEK = /^(\d{4})[- ]?w(\d{1,2})$/i;
const RELATIVE = /^(this|last|past|previous|next)[- ]?(?:(\d{1,4})[- ]?)?(day|week|month|quarter|year)s?$/i;
const DIRECTIONS: Readonly<Record<string, number>> = { this: 0, last: -1, past: -1, previous: -1, next: 1 };
const DAYS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const AGE = /^(\d{1,5}) ?(h|hours?|d|days?|w|weeks?|m|months?|q|quarters?|y|years?)$/i;
const UNITS: Readonly<Record<string, Unit | 'hour'>> = {
  ...({ h: 'hour', d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' } as const),
};
/** The periods that suggestions name. */
export const NAMED_PERIODS = [
  ...(['today', 'yesterday', 'this week', 'last week', 'this month', 'last month'] as const),
  ...(['this quarter', 'last quarter', 'this year', 'last year'] as const),
];
const NAMES: readonly string[] = [...NAMED_PERIODS, 'tomorrow', 'next week', 'next month', 'next year', 'now'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Returns the period of a date value: the whole year, month or day, or one millisecond for a value with a time of day.
 * `undefined` when the value is not a date.
 */
export function readPeriod(value: string, options: DateOptions): Period | undefined {
  if (value === 'now') return instant(options.now.getTime());
  const text = value.trim().replace(/\s+/g, ' ');
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) return calendarPeriod(numbers[1], numbers[3], numbers[4], options);
  const timed = WITH_TIME.exec(text);
  if (timed !== null) return timeOfDay(timed, options);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return calendarPeriod(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2], options);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return calendarPeriod(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1], options);
  return quarterPeriod(text, options) ?? weekPeriod(text, options) ?? namedPeriod(text, options);
}

/** Returns the time that an age such as `7d` or `3 months` goes back to, or the begin of the day; `undefined` without an age. */
export function readAge(value: string, options: DateOptions): Date | undefined {
  const age = AGE.exec(value.trim());
  if (age === null) return undefined;
  const [, number, name = ''] = age;
  const unit = UNITS[name.charAt(0).toLowerCase()];
  const count = Number(number);
  if (unit === undefined) return undefined;
  if (unit === 'hour') return options.isDays === true ? undefined : new Date(options.now.getTime() - count * HOUR);
  const wall = wallAt(options);
  const timeOfDay = options.isDays === true ? 0 : wall - dayOf(wall);
  return instantOf(moved(calendarOf(wall), unit, -count), timeOfDay, options);
}

/** Returns the end of the day that it is now. */
export function endOfToday(options: DateOptions): Date {
  return instantOf(moved(calendarOf(wallAt(options)), 'day', 1), 0, options);
}

/** Returns whether the text can become a period or date when more of it is typed, and is none yet. */
export function beginsPeriod(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (text === '' || /^\d{1,3}$/.test(text)) return true;
  return NAMES.some((name) => name !== text && name.startsWith(text));
}

/**
 * For values that are days, and are stored as their midnight in UTC: a day is the same in every zone. Only `now` depends on
 * it: the day that the calendar of the user shows.
 */
export function forDays(options: DateOptions): DateOptions {
  return { now: new Date(wallAt(options)), isDays: true };
}

/** `2025-Q3`, `2025Q3`, `Q3 2025`. */
function quarterPeriod(text: string, options: DateOptions): Period | undefined {
  const found = QUARTER.exec(text);
  if (found === null) return undefined;
  const year = Number(found[1] ?? found[4]);
  const quarter = Number(found[2] ?? found[3]);
  return period({ year, month: 3 * (quarter - 1), day: 1 }, 'quarter', options);
}

/** `2025-W07`, the weeks of ISO 8601: the first one of a year has its first Thursday. */
function weekPeriod(text: string, options: DateOptions): Period | undefined {
  const found = WEEK.exec(text);
  if (found === null) return undefined;
  const [year, week] = [Number(found[1]), Number(found[2])];
  const monday = moved(startOf({ year, month: 0, day: 4 }, 'week'), 'week', week - 1);
  const thursday = calendarOf(wallTime(monday) + 3 * DAY);
  return week > 0 && thursday.year === year ? period(monday, 'week', options) : undefined;
}

/** `today`, `last month`, `next week`, `last 30 days`. */
function namedPeriod(text: string, options: DateOptions): Period | undefined {
  const today = calendarOf(wallAt(options));
  const distance = DAYS.get(text.toLowerCase());
  if (distance !== undefined) return period(moved(today, 'day', distance), 'day', options);
  const found = RELATIVE.exec(text);
  if (found === null) return undefined;
  const [, which = '', number, name = ''] = found;
  const unit = name.toLowerCase() as Unit;
  const direction = DIRECTIONS[which.toLowerCase()] ?? 0;
  if (number === undefined) return period(moved(startOf(today, unit), unit, direction), unit, options);
  const count = Number(number);
  if (direction === 0 || count === 0) return undefined;
  // So many days that today is one of them.
  const tomorrow = moved(today, 'day', 1);
  const [from, until] = direction < 0 ? [moved(tomorrow, unit, -count), tomorrow] : [today, moved(today, unit, count)];
  return { start: instantOf(from, 0, options), end: instantOf(until, 0, options) };
}

function period(from: Calendar, unit: Unit, options: DateOptions): Period {
  return { start: instantOf(from, 0, options), end: instantOf(moved(from, unit, 1), 0, options) };
}

/** The same day of another month, or its last one when it has fewer days. */
function moved({ year, month, day }: Calendar, unit: Unit, count: number): Calendar {
  if (unit === 'day' || unit === 'week')
    return calendarOf(wallTime({ year, month, day }) + count * DAY * (unit === 'week' ? 7 : 1));
  const first = { year, month: month + count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1), day: 1 };
  const last = calendarOf(wallTime({ ...first, month: first.month + 1 }) - DAY);
  return { ...last, day: Math.min(day, last.day) };
}

function startOf({ year, month, day }: Calendar, unit: Unit): Calendar {
  switch (unit) {
    case 'day':
      return { year, month, day };
    case 'week': {
      const wall = wallTime({ year, month, day });
      return calendarOf(wall - ((new Date(wall).getUTCDay() + 6) % 7) * DAY);
    }
    case 'month':
      return { year, month, day: 1 };
    case 'quarter':
      return { year, month: month - (month % 3), day: 1 };
    case 'year':
      return { year, month: 0, day: 1 };
  }
}

function calendarOf(wall: number): Calendar {
  const date = new Date(wall);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** What a clock in the zone shows now, as if it were in UTC. */
function wallAt({ now, timeZone }: DateOptions): number {
  const format = formatOf(timeZone);
  return format === undefined ? now.getTime() : now.getTime() + offsetAt(now.getTime(), format);
}

function dayOf(wall: number): number {
  return wallTime(calendarOf(wall));
}

function instantOf(date: Calendar, timeOfDay: number, options: DateOptions): Date {
  return new Date(atClock(wallTime(date) + timeOfDay, options));
}

function instant(time: number): Period {
  return { start: new Date(time), end: new Date(time + 1) };
}

function monthNumber(name = ''): string {
  const lower = name.toLowerCase();
  const found = MONTHS.findIndex(
    (month) => month === lower || month.slice(0, 3) === lower || lower === month.slice(0, 4),
  );
  return String(found + 1);
}

function calendarPeriod(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  options: DateOptions,
): Period | undefined {
  const from: Calendar = { year: Number(year), month: Number(month ?? 1) - 1, day: Number(day ?? 1) };
  if (!exists(from)) return undefined;
  const until: Calendar = { ...from };
  if (day !== undefined) until.day += 1;
  else if (month !== undefined) until.month += 1;
  else until.year += 1;
  return { start: new Date(atClock(wallTime(from), options)), end: new Date(atClock(wallTime(until), options)) };
}

function timeOfDay(match: RegExpExecArray, options: DateOptions): Period | undefined {
  const [, year, , month, day, hour, minute, second = '0', fraction = '', zone] = match;
  const date: Calendar = { year: Number(year), month: Number(month) - 1, day: Number(day) };
  if (!exists(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const millisecond = Number(fraction.padEnd(3, '0').slice(0, 3));
  const wall = wallTime(date) + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + millisecond;
  if (zone === undefined) return instant(atClock(wall, options));
  if (zone.toUpperCase() === 'Z') return instant(wall);
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return instant(wall - (zone.startsWith('-') ? -1 : 1) * minutes * MINUTE);
}

function exists({ year, month, day }: Calendar): boolean {
  const date = new Date(wallTime({ year, month, day }));
  return date.getUTCMonth() === month && date.getUTCDate() === day;
}

/** Returns the local time as if the clock were in UTC. */
function wallTime({ year, month, day }: Calendar): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** Returns the instant at which a clock in the zone shows `wall`: the first of two, or the end of a gap. */
function atClock(wall: number, { timeZone }: DateOptions): number {
  const format = formatOf(timeZone);
  if (format === undefined) return wall;
  const before = offsetAt(wall - DAY, format);
  const after = offsetAt(wall + DAY, format);
  for (const offset of [before, after]) if (offsetAt(wall - offset, format) === offset) return wall - offset;
  return wall - before;
}

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  if (timeZone === undefined || timeZone === 'UTC') return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

function offsetAt(time: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const date = wallTime({ year, month: part('month') - 1, day: part('day') });
  const clock = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return date + clock - Math.floor(time / 1000) * 1000;
}
