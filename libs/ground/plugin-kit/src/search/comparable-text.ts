import { normalizeText } from '../combining-marks.js';

const WHITE_SPACE = /[\s\u0085]+/g;
/** Soft hyphen, spaces without width, joiners. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * Returns a text as texts are compared letter by letter: in lower case, in one form of Unicode, each run of white space of
 * any kind as one space. Accents count.
 */
export function comparableText(text: string): string {
  return normalizeText(text, 'NFKC').replace(WHITE_SPACE, ' ').toLowerCase();
}

/** Returns what two names that look the same have in common. Names that differ in an accent have different keys. */
export function nameKey(name: string): string {
  return comparableText(name.replace(INVISIBLE, ''));
}
