import { i18n } from '@lingui/core';

const formats = new Map<string, unknown>();

/** Formatters are slow to make and needed in every row. */
function cached<Format>(kind: string, make: (locale: string) => Format): Format {
  const locale = i18n.locale || 'en';
  const key = `${locale} ${kind}`;
  const known = formats.get(key) ?? make(locale);
  formats.set(key, known);
  return known as Format;
}

export const formatNumber = (value: number): string => cached('number', (l) => new Intl.NumberFormat(l)).format(value);

/** `3 Jul 2026` of a time or of a plain date (`2026-07-03`), which has no time zone. */
export function formatDate(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const format = cached('plain', (l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium', timeZone: 'UTC' }));
    return format.format(new Date(`${value}T00:00:00Z`));
  }
  return cached('date', (l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium' })).format(new Date(value));
}

export const formatTime = (value: string): string =>
  cached('time', (l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium', timeStyle: 'short' })).format(
    new Date(value),
  );

/** `14:05`, for lists by day. */
export const formatClock = (value: string): string =>
  cached('clock', (l) => new Intl.DateTimeFormat(l, { timeStyle: 'short' })).format(new Date(value));

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
  const format = cached(`size ${unit}`, (l) => {
    return new Intl.NumberFormat(l, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  });
  return format.format(bytes / 1000 ** step);
}
