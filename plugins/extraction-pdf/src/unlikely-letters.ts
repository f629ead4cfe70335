import { normalizeText } from '@archivolt/plugin-kit';

/** Letters that are most of every text in Latin letters: from 52 % in Polish to 66 % in Finnish, accents left out. */
const FREQUENT = /[eainrtos]/g;
const LEAST_FREQUENT = 0.5;
/** In a short text it may be fewer by chance: so many deviations of a text of one letter. */
const CHANCE = 1.2;
const FEWEST_LETTERS = 60;
/** Letters with accents. Vietnamese has most of them, about a third; a wrong encoding of Cyrillic has nothing else. */
const MOST_ACCENTED = 0.6;
/** The beginning tells enough. */
const LOOKED_AT = 20_000;
/** Parts of a text that another script may have. */
const MOST_OTHER = 0.3;

/**
 * True for a text in Latin letters that are not spread as in any language: shifted ones, or a wrong encoding. So are
 * lists of codes, so it is a reason to look closer.
 */
export function hasUnlikelyLetters(text: string): boolean {
  const sample = text.slice(0, LOOKED_AT);
  const letters = count(sample, /\p{L}/gu);
  const latin = count(sample, /\p{sc=Latin}/gu);
  if (latin < FEWEST_LETTERS || latin < letters * (1 - MOST_OTHER)) return false;
  const plain = normalizeText(sample, 'NFD').toLowerCase();
  const ascii = count(sample, /[a-z]/gi);
  if (latin - ascii > latin * MOST_ACCENTED) return true;
  return count(plain, FREQUENT) < latin * (LEAST_FREQUENT - CHANCE / Math.sqrt(latin));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
