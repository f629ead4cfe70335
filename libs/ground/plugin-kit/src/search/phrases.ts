import { joinedNumbers } from './grouped-numbers.js';
import { isJoined, joinedWord, numberWithoutZeros } from './joined-forms.js';
import { umlautForm } from './umlaut-forms.js';
import { foldWords } from './words.js';

/**
 * Returns the words of a text as typed, and then other forms of the same: joined digits and identifiers, numbers
 * without the zeros before them, words without hyphens, umlauts for `ae`, `oe` and `ue`. A text that has one of these phrases has what was meant. Empty for a text without
 * a letter or digit. `isExact`: only with joined digits.
 */
export function phrasesOf(text: string, { isExact = false }: { isExact?: boolean } = {}): string[][] {
  const words = foldWords(text);
  if (words.length === 0) return [];
  const joined = joinedNumbers(text);
  const phrases = [words, ...(joined === undefined ? [] : [foldWords(joined)])];
  if (isExact) return distinct(phrases);
  const trimmed = text.trim();
  const word = words.length > 1 && isJoined(trimmed) ? joinedWord(trimmed) : undefined;
  if (word !== undefined) phrases.push(foldWords(word));
  const number = numberWithoutZeros(trimmed);
  if (number !== undefined) phrases.push([number]);
  phrases.push(words.map((each) => umlautForm(each) ?? each));
  return distinct(phrases);
}

function distinct(phrases: readonly string[][]): string[][] {
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()];
}
