import type { StemmingLanguage } from '#config/search';
import type { Stem } from './stemming.js';

/** Languages that write what belongs together as one word, and the endings of its last part that are tried. */
const JOINING: Partial<Record<StemmingLanguage, (word: string) => readonly string[]>> = {
  danish: (word) => (word.endsWith('e') ? ['r', 'n'] : ['er', 'en']),
  dutch: (word) => (word.endsWith('e') ? ['s', 'n'] : ['en', 's']),
  finnish: () => [],
  german: (word) => (GERMAN_FEMININE.test(word) ? ['en'] : word.endsWith('e') ? ['n'] : ['e', 'en']),
  norwegian: (word) => (word.endsWith('e') ? ['r', 'n'] : ['er', 'en']),
  swedish: (word) => (word.endsWith('a') ? ['n'] : ['ar', 'en']),
};
const GERMAN_FEMININE = /(?:ung|heit|keit|schaft|ion|taet|tat)$/;
const LONGEST_ENDING = 3;
/** Letters of a word that may be the last part of a joined one: shorter ones end too many words. */
const SHORTEST_PART = 5;

/** Whether documents in one of these languages have words that are joined from others. */
export function joiningLanguages(languages: readonly StemmingLanguage[]): StemmingLanguage[] {
  return languages.filter((language) => JOINING[language] !== undefined);
}

/**
 * Returns the forms in which a folded word is looked for at the end of longer ones, itself first: also without its ending,
 * and with others. `Stromrechnung` is found by `rechnungen`, and `Stromrechnungen` by `rechnung`.
 */
export function formsAsLastPart(word: string, joining: readonly StemmingLanguage[], stem: Stem | undefined): string[] {
  if (joining.length === 0 || word.length < SHORTEST_PART) return [];
  if (stem === undefined) return [word];
  const own = new Set([word, ...stem(word)]);
  const isSame = (form: string): boolean => own.has(form) || stem(form).some((each) => own.has(each));
  const shorter = Array.from({ length: LONGEST_ENDING }, (_, index) => word.slice(0, index - LONGEST_ENDING));
  const bases = shorter.filter((form) => form.length >= SHORTEST_PART && isSame(form));
  if (bases.length > 0) return [word, ...bases];
  const longer = joining.flatMap((language) => (JOINING[language]?.(word) ?? []).map((ending) => word + ending));
  return [...new Set([word, ...longer.filter(isSame)])];
}
