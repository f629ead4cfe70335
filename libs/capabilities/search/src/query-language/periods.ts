/** The period from `start` until just before `before`. */
export interface Period {
  start: Date;
  end: Date;
}

export interface DateOptions {
  now: Date;
  timeZone?: string;
}

interface Calendar {
  year: number;
  /** 0 is January; 12 the January after. */
  month: number;
  day: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

const NUMBERS = /^(\d{4})(?:([-/., ])\s*(\d{1,2})(?:\2\s*(\d{1,2}))?)?$/;
const WITH_TIME =
  /^(\d{4})([-/., ])(\d{1,2})\2(\d{1,2})[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/i;
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
  return undefined;
}

/**
 * For values that are days, and are stored as their midnight in UTC: a day is the same in every zone. Only `now` depends on
 * it: the day that the calendar of the user shows.
 */
export function forDays({ now, timeZone }: DateOptions): DateOptions {
  const format = formatOf(timeZone);
  return { now: format === undefined ? now : new Date(now.getTime() + offsetAt(now.getTime(), format)) };
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
