import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light' | 'system';
export type Density = 'compact' | 'normal' | 'touch';

export interface Appearance {
  theme: Theme;
  density: Density;
  /** A language tag; empty: that of the browser. */
  language: string;
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const DENSITIES: readonly Density[] = ['normal', 'compact', 'touch'];

/** What the preferences of a user say about the appearance; other clients write them too. */
export function appearanceIn(preferences: Readonly<Record<string, unknown>>): Partial<Appearance> {
  const { theme, density, language } = (preferences['appearance'] ?? {}) as Record<string, unknown>;
  const knownTheme = THEMES.find((each) => each === theme);
  const knownDensity = DENSITIES.find((each) => each === density);
  return {
    ...(knownTheme ? { theme: knownTheme } : {}),
    ...(knownDensity ? { density: knownDensity } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  };
}

const KEY = 'archivolt.appearance'; // `public/theme.js` reads it before the first paint
const DEFAULT: Appearance = { theme: 'system', density: 'normal', language: '' };
const listeners = new Set<() => void>();
let present = read();

function read(): Appearance {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>) };
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
