import { appearance } from './appearance';
import { locale, separators, timeZone } from './formats/conventions';
import { dayOfTime } from './formats/days';

const formats = new Map<string, unknown>();

/** Formatters are slow to make and needed in every row. */
function cached<Format>(kind: string, make: (locale: string) => Format): Format {
  const { numberFormat, timeZone: zone } = appearance();
  const of = locale();
  const key = `${of} ${numberFormat} ${zone} ${kind}`;
  const known = formats.get(key) ?? make(of);
  formats.set(key, known);
  return known as Format;
}

/** With the separators of the person, in words of the language. */
function numberText(kind: string, value: number, options: Intl.NumberFormatOptions): string {
  const { format, own } = cached(kind, (l) => ({ format: new Intl.NumberFormat(l, options), own: separators(l) }));
  return format
    .formatToParts(value)
    .map((part) => (part.type === 'decimal' ? own.decimal : part.type === 'group' ? own.group : part.value))
    .join('');
}

/** All digits. `1.234` would be 1234 elsewhere, so it is `1.2340`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e21 || (size < 1e-15 && size > 0)) return String(value);
  const text = numberText('number', value + 0, { maximumFractionDigits: 100 });
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && !Number.isInteger(value) ? `${text}0` : text;
}

const dateFormat = (kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(kind, (l) => new Intl.DateTimeFormat(l, { timeZone: timeZone(), ...options }));

/** `3 Jul 2026` of a time or of a plain date (`2026-07-03`), which has no time zone. */
export function formatDate(value: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : dayOfTime(value);
  const chosen = appearance().dateFormat;
  if (chosen === '') return dateFormat('date', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  const [year = '', month = '', date = ''] = day.split('-');
  return chosen.replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/** `July 3, 2026`: the month cannot be taken for the day. */
export const formatLongDate = (day: string): string =>
  dateFormat('long', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

export const formatTime = (value: string): string =>
  appearance().dateFormat === ''
    ? dateFormat('time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value))
    : `${formatDate(value)}, ${formatClock(value)}`;

/** `14:05`, for lists by day. */
export const formatClock = (value: string): string =>
  dateFormat('clock', { timeStyle: 'short' }).format(new Date(value));

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** `2 minutes ago`; a date after a week. */
export function formatAgo(value: string, now = Date.now()): string {
  const ms = new Date(value).getTime() - now;
  if (Math.abs(ms) > 7 * 86_400_000) return formatDate(value);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? UNITS[3];
  return cached('ago', (l) => new Intl.RelativeTimeFormat(l, { numeric: 'auto' })).format(
    Math.round(ms / length),
    unit,
  );
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 MB`, in steps of 1,000. */
export function formatSize(bytes: number): string {
  const step = Math.min(SIZES.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const unit = SIZES[step] ?? 'byte';
  return numberText(`size ${unit}`, bytes / 1000 ** step, {
    ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 },
  });
}
