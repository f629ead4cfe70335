import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light' | 'system';
export type Density = 'compact' | 'normal' | 'touch';

/** What a person chose; an empty text: as the browser. */
export interface Appearance {
  theme: Theme;
  density: Density;
  /** A language tag. */
  language: string;
  /** One of `DATE_FORMATS`. */
  dateFormat: string;
  /** One of `NUMBER_FORMATS`. */
  numberFormat: string;
  /** From 1 for Monday to 7 for Sunday. */
  firstDay: string;
  /** Its name, as `Europe/Berlin`. */
  timeZone: string;
}

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY'];
/** Its second character is between groups, its sixth before decimals. */
export const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1\u202f234,56', '1’234.56'];
export const FIRST_DAYS = ['1', '6', '7'];

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false; // the browser is older than the zone
  }
};
const KNOWN: Record<keyof Appearance, readonly string[] | ((value: string) => boolean)> = {
  theme: ['system', 'light', 'dark'],
  density: ['normal', 'compact', 'touch'],
  language: () => true,
  dateFormat: ['', ...DATE_FORMATS],
  numberFormat: ['', ...NUMBER_FORMATS],
  firstDay: ['', ...FIRST_DAYS],
  timeZone: (value) => value === '' || isZone(value),
};

/** What the preferences of a user say about the appearance; other clients write them too. */
export function appearanceIn(preferences: Readonly<Record<string, unknown>>): Partial<Appearance> {
  const saved = (preferences['appearance'] ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(KNOWN).flatMap(([name, known]) => {
      const value = saved[name];
      if (typeof value !== 'string') return [];
      return (typeof known === 'function' ? known(value) : known.includes(value)) ? [[name, value] as const] : [];
    }),
  ) as Partial<Appearance>;
}

const KEY = 'archivolt.appearance'; // `public/theme.js` reads it before the first paint
const DEFAULT: Appearance = {
  theme: 'system',
  density: 'normal',
  ...{ language: '', dateFormat: '', numberFormat: '', firstDay: '', timeZone: '' },
};
const listeners = new Set<() => void>();
let present = read();

function read(): Appearance {
  try {
    return { ...DEFAULT, ...appearanceIn({ appearance: JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown }) };
  } catch {
    return DEFAULT;
  }
}
export function setAppearance(change: Partial<Appearance>): void {
  present = { ...present, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(present));
  } catch {
    // Without storage it lasts until the page is closed.
  }
  const { dataset } = document.documentElement;
  if (present.theme === 'system') delete dataset['theme'];
  else dataset['theme'] = present.theme;
  if (present.density === 'normal') delete dataset['density'];
  else dataset['density'] = present.density;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const appearance = (): Appearance => present;
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, appearance);
