import { characterKind, UNSPACED } from './character-kinds.js';

/** Letters or digits of the shortest ending that can be looked for. */
const SHORTEST_ENDING = 4;
const LETTERS_OR_DIGITS = /^(?:[\p{L}\p{M}]+|\p{Nd}+)$/u;
const SEARCHABLE_END = new RegExp(
  `(?:[\\p{L}\\p{M}]{${String(SHORTEST_ENDING)}}|\\p{Nd}{${String(SHORTEST_ENDING)}})$`,
  'u',
);
/** Most words are such: they need no look at the script of their characters. */
const PLAIN_WORD = /^[a-z\d]+(?:[a-z]{4}|\d{4})$/;

/** Whether an `ending` leaf with this ending can match: it has four letters or more, or four digits or more, and nothing else. */
export function isSearchableEnding(ending: string): boolean {
  return isSpaced(ending) && LETTERS_OR_DIGITS.test(ending) && charactersOf(ending) >= SHORTEST_ENDING;
}

/**
 * Returns a folded word from its last character to its first, for an index that looks endings up as prefixes of these;
 * `undefined` for a word that no searchable ending is a part of. A word that is the ending itself is found by
 * `indexTerms`: it need not be stored twice.
 */
export function reversedWord(word: string): string | undefined {
  if (PLAIN_WORD.test(word)) return plainReversed(word);
  if (!isSpaced(word) || !SEARCHABLE_END.test(word) || charactersOf(word) === SHORTEST_ENDING) return undefined;
  return reversed(word);
}

/** Returns the prefix of a `reversedWord` that ends so. */
export function reversedEnding(ending: string): string {
  return reversed(ending);
}

function reversed(word: string): string {
  return Array.from(word).reverse().join('');
}

function plainReversed(word: string): string {
  let result = '';
  for (let at = word.length - 1; at >= 0; at -= 1) result += word.charAt(at);
  return result;
}

function isSpaced(word: string): boolean {
  return characterKind(word.codePointAt(0) ?? 0) !== UNSPACED;
}

function charactersOf(word: string): number {
  return word.length < SHORTEST_ENDING ? word.length : Array.from(word.slice(0, 2 * SHORTEST_ENDING + 2)).length;
}
