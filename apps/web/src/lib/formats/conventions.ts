import { i18n } from '@lingui/core';
import { appearance } from '../appearance';

/** How numbers are written: `,` and `.` in `1,234.5`. */
export interface Separators {
  decimal: string;
  group: string;
}

/** The language of the pages, with the region that the browser names for it. */
export function locale(): string {
  const language = i18n.locale || 'en';
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language;
}

const parts = (format: Intl.DateTimeFormat | Intl.NumberFormat, value: number): { type: string; value: string }[] =>
  format.formatToParts(value);

/** Those that the person chose, or of a locale. */
export function separators(of = locale(), chosen = appearance().numberFormat): Separators {
  if (chosen !== '') return { group: chosen.charAt(1), decimal: chosen.charAt(5) };
  const all = parts(new Intl.NumberFormat(of), 123_456.7);
  const find = (type: string): string => all.find((part) => part.type === type)?.value ?? '';
  return { group: find('group'), decimal: find('decimal') };
}

const TOKENS: Readonly<Record<string, string>> = { year: 'YYYY', month: 'MM', day: 'DD' };

/**
 * `DD.MM.YYYY`: how dates are written in digits. Undefined when that is not known: of browsers in American English, many
 * are used by people who write the day first.
 */
export function datePattern(of = locale(), chosen = appearance().dateFormat): string | undefined {
  if (chosen !== '') return chosen;
  if (of === 'en' || of === 'en-US') return undefined;
  return parts(new Intl.DateTimeFormat(of, { timeZone: 'UTC' }), 0)
    .map(({ type, value }) => TOKENS[type] ?? value)
    .join('');
}

/** Of the person; undefined: that of the browser. */
export const timeZone = (): string | undefined => appearance().timeZone || undefined;

/** From 1 for Monday to 7 for Sunday. */
export function firstDayOfWeek(of = locale(), chosen = appearance().firstDay): number {
  if (chosen !== '') return Number(chosen);
  const found = new Intl.Locale(of) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (found.getWeekInfo?.() ?? found.weekInfo)?.firstDay ?? 1;
}
