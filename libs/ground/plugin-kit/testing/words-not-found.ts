import { foldedNeedle, foldedText, foldWords } from '../src/search/words.js';

/** Returns the words by which a search does not find this text, such as one that is joined to the word before it. */
export function wordsNotFound(words: readonly string[], text: string): string[] {
  const searched = foldedText(foldWords(text));
  return words.filter((word) => !searched.includes(foldedNeedle(foldWords(word))));
}
