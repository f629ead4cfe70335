import { foldWords, joinedNumbers, type SearchField } from '@archivolt/plugin-kit';
import type { FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';

/** What can be typed as words. A quoted word is searched as typed, without its stem. */
interface TypedText {
  text: string;
  quoted: boolean;
}

/** Returns one phrase of the words; `undefined` when the text has no letter or digit. */
export function textMeaning(
  { text, quoted }: TypedText,
  fields: SearchField[],
  { options }: FilterContext,
): QueryMeaning | undefined {
  const words = foldWords(text);
  if (words.length === 0) return undefined;
  const joined = joinedNumbers(text);
  const phrases = joined === undefined ? [] : [foldWords(joined)];
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0 && !quoted) {
    for (const stem of options.stem?.(text) ?? []) if (!stem.startsWith(only)) phrases.push([stem]);
  }
  const alternatives = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]));
  alternatives.delete(words.join(' '));
  return { kind: 'text', words, fields, alternatives: [...alternatives.values()] };
}
