import { fold } from './fold.js';

/**
 * Languages whose months are known, with the months of their regions where these differ. The names are those of the
 * runtime (CLDR), as they stand in a date and alone, long and short.
 */
const LOCALES = (
  'en de de-AT fr es it pt nl sv da nb fi pl cs sk hu ro hr sr sr-Latn bs sl mk bg el tr ru uk be lt lv et is ca gl eu ' +
  'id ms vi ar ar-SY ar-MA ar-DZ ar-TN he hi bn mr ta te gu pa kn ml ur fa th ka hy az kk sq sw af ga cy'
).split(' ');
const YEAR = 2026;
const MONTHS = 12;
const SHORTEST_PREFIX = 3;
const HAS_LETTER = /\p{L}/u;

/** Spellings of letters and printers that the runtime does not know. */
const OTHER_SPELLINGS: Readonly<Record<string, number>> = { maerz: 3, mrz: 3, feber: 2, sept: 9, agust: 8, फरवरी: 2 };

const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{M}]+/gu) ?? [];

function monthTable(): { names: Map<string, Set<number>>; prefixes: Map<string, Set<number>> } {
  const names = new Map<string, Set<number>>();
  const prefixes = new Map<string, Set<number>>();
  const add = (to: Map<string, Set<number>>, key: string, month: number) =>
    to.set(key, (to.get(key) ?? new Set()).add(month));
  for (const locale of LOCALES)
    for (const style of ['long', 'short'] as const)
      for (const options of [{ month: style }, { day: 'numeric', month: style, year: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });
        for (let month = 1; month <= MONTHS; month += 1) {
          const parts = format.formatToParts(new Date(Date.UTC(YEAR, month - 1, 1)));
          const words = wordsOf(parts.find(({ type }) => type === 'month')?.value ?? '');
          const name = words.join(' ');
          if (!HAS_LETTER.test(name)) continue;
          add(names, name, month);
          if (style === 'long' && words.length === 1)
            for (let length = SHORTEST_PREFIX; length < name.length; length += 1)
              add(prefixes, name.slice(0, length), month);
        }
      }
  for (const [name, month] of Object.entries(OTHER_SPELLINGS)) add(names, fold(name), month);
  return { names, prefixes };
}

let table: ReturnType<typeof monthTable> | undefined;

/** Longer words are not looked up. */
const LONGEST_NAME = 20;
const NONE: ReadonlySet<number> = new Set();

/**
 * The months that a folded word, or two, can name: mostly one. `listopad` is October in Croatian and November in Polish.
 */
export function monthsNamed(word: string): ReadonlySet<number> {
  if (word.length > LONGEST_NAME) return NONE;
  table ??= monthTable();
  const named = table.names.get(word) ?? (word.startsWith('ב') ? table.names.get(word.slice(1)) : undefined);
  if (named) return named;
  const begun = table.prefixes.get(word);
  return begun?.size === 1 ? begun : NONE;
}
