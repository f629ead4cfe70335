import { isSearchableEnding, phrasesOf, type SearchField } from '@archivolt/plugin-kit';
import type { TextRange } from '#capabilities/query';
import { shown, type FilterContext, type InterpretationOptions } from './filter-context.js';
import { formsAsLastPart } from './last-parts.js';
import type { QueryMeaning } from './interpreted-query.js';

/** What can be typed as words. A quoted word is searched as typed, without its stem and other forms. */
interface TypedText extends TextRange {
  text: string;
  quoted: boolean;
}

/** Forms of one word that are searched: each is a look-up. */
const MOST_ALTERNATIVES = 8;
/** A star before a word. Every word is the start of a word anyway, so one at its end changes nothing. */
const STAR = /\*(?=[\p{L}\p{N}])/u;
const ENDING = /^\*+([^*]+)$/;
/** It ends many dates and identifiers. */
const YEAR = /^(?:19|20)\d\d$/;
const DIGITS = /^\p{Nd}+$/u;

/** Returns one phrase of the words; `undefined` when the text has no letter or digit. */
export function textMeaning(typed: TypedText, fields: SearchField[], context: FilterContext): QueryMeaning | undefined {
  const { text, quoted } = typed;
  if (!quoted && STAR.test(text)) return endingMeaning(typed, fields, context);
  const [words, ...alternatives] = phrasesOf(text, { isExact: quoted });
  if (words === undefined) return undefined;
  const [word, ...others] = words;
  const meaning = { kind: 'text' as const, words, fields, alternatives: alternatives.slice(0, MOST_ALTERNATIVES) };
  if (word === undefined || others.length > 0 || quoted) return { ...meaning, stems: [], endings: [] };
  const stems = (context.options.stem?.(text) ?? []).filter((stem) => !stem.startsWith(word));
  return {
    ...meaning,
    stems: stems.slice(0, MOST_ALTERNATIVES).map((each) => [each]),
    endings: endingsOf(word, context.options),
  };
}

/** The ends of longer words that a word may be: the last part of a joined word, or the last digits of a number. */
function endingsOf(word: string, { findsEndings, joining = [], stem }: InterpretationOptions): string[] {
  if (findsEndings !== true || YEAR.test(word)) return [];
  const forms = DIGITS.test(word) ? [word] : formsAsLastPart(word, joining, stem);
  return forms.filter(isSearchableEnding);
}

function endingMeaning(typed: TypedText, fields: SearchField[], context: FilterContext): QueryMeaning {
  const phrases = phrasesOf(ENDING.exec(typed.text)?.[1] ?? '');
  const [ending = '', ...others] = phrases[0] ?? [];
  if (ending === '' || others.length > 0)
    return refused(typed, 'A star is understood at the beginning or the end of a word only.', context);
  if (context.options.findsEndings !== true)
    return refused(typed, 'The search engine of this archive finds no endings of words.', context);
  if (!isSearchableEnding(ending))
    return refused(typed, 'An ending has four letters or more, or four digits or more.', context);
  const endings = phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
  return { kind: 'ending', endings: endings.filter(isSearchableEnding), fields };
}

function refused(typed: TypedText, reason: string, context: FilterContext): QueryMeaning {
  const remedy = 'Write the beginning of the word, or put the text in quotes to search it as it is.';
  context.note(typed, 'star-not-supported', `${shown(typed.text)} matches nothing. ${reason} ${remedy}`);
  return { kind: 'nothing', query: typed.text };
}
