import { characterKind, EITHER, OTHER, SPACED, SPACED_MARK, UNSPACED, UNSPACED_MARK } from './character-kinds.js';
import { fold, foldedSlices } from './fold.js';
import { locatedFormsOf } from './joined-forms.js';
import { languageOf, WORDS_FOR_LANGUAGE } from './language.js';
import { SEPARATOR } from './separator.js';
import { LANGUAGES_WITH_UMLAUTS } from './umlaut-forms.js';

export const MAX_WORD_LENGTH = 64;
const MAX_SORT_KEY_LENGTH = 256;
/** UTF-16 units of a name that its sort key covers: enough for 256 characters, most of them with marks. */
const MAX_SORTED_UNITS = 2_048;
const APOSTROPHE_LETTER = /\u02bc/g;
export const HAN_OR_KANA = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}`;
/** Extracted pages break lines, in titles often after every letter, inside a Chinese or Japanese word. */
const BREAK_INSIDE_RUN = new RegExp(`(?<=[${HAN_OR_KANA}])\\s+(?=[${HAN_OR_KANA}])`, 'gu');

function cut(word: string, length: number): string {
  if (word.length <= length) return word;
  return Array.from(word.slice(0, 2 * length))
    .slice(0, length)
    .join('');
}

/**
 * Returns the words of a text for indexing and searching: lower case, without accents, runs of letters and digits, at
 * most 64 characters each. A run in a script written without spaces is one word of any length, separate from adjacent
 * Latin letters and digits. Never returns NUL or a lone surrogate.
 */
export function foldWords(text: string): string[] {
  return [...foldedWords(text)];
}

/** Yields the words of `foldWords` one by one: for texts whose words would not fit into memory at once. */
export function* foldedWords(text: string): Generator<string> {
  /** The script of the current word, and the part of the word from previous slices. */
  let kind = OTHER;
  let begun = '';
  // Breaks are joined before slicing: a break on the border of two slices would go unnoticed.
  for (const folded of foldedSlices(joinBreaks(text))) {
    const slice = joinBreaks(folded.replace(APOSTROPHE_LETTER, ' '));
    let start = 0;
    for (let at = 0; at < slice.length;) {
      const code = slice.codePointAt(at) ?? 0;
      const next = nextKind(kind, code);
      if (next !== kind) {
        if (kind !== OTHER) yield wordOf(begun + slice.slice(start, at), kind);
        begun = '';
        start = at;
        kind = next;
      }
      at += code > 0xffff ? 2 : 1;
    }
    if (kind !== OTHER) begun += slice.slice(start);
  }
  if (kind !== OTHER) yield wordOf(begun, kind);
}

/**
 * Yields the words to index for a field: those of the text, and then the other forms of its parts, so that `1234` finds
 * `1,234` and `email` finds `e-mail`. A separator, which matches no word, keeps phrases from matching across these additions.
 */
export function* indexedWords(text: string): Generator<string> {
  const first: string[] = [];
  for (const word of foldedWords(text)) {
    if (first.length < WORDS_FOR_LANGUAGE) first.push(word);
    yield word;
  }
  for (const { form } of locatedFormsOf(text, LANGUAGES_WITH_UMLAUTS.has(languageOf(first)))) {
    yield SEPARATOR;
    yield* foldedWords(form);
  }
}

/** Returns the script of the word that continues or starts with this character; `OTHER` when there is none. */
export function nextKind(kind: number, code: number): number {
  switch (characterKind(code)) {
    case SPACED:
      return SPACED;
    case UNSPACED:
      return UNSPACED;
    case EITHER:
      return kind === UNSPACED ? UNSPACED : SPACED;
    case SPACED_MARK:
      return kind === SPACED ? SPACED : OTHER;
    case UNSPACED_MARK:
      return kind === UNSPACED ? UNSPACED : OTHER;
    default:
      return OTHER;
  }
}

function joinBreaks(text: string): string {
  return text.replace(BREAK_INSIDE_RUN, '');
}

function wordOf(run: string, kind: number): string {
  return kind === UNSPACED ? run : cut(run, MAX_WORD_LENGTH);
}

function isUnspaced(word: string): boolean {
  return characterKind(word.codePointAt(0) ?? 0) === UNSPACED;
}

/**
 * Returns the distinct terms to index for the `indexedWords` of a field: the words themselves, and for words in scripts
 * without spaces each pair of adjacent characters and the last character alone.
 */
export function indexTerms(words: Iterable<string>): string[] {
  const terms = new Set<string>();
  for (const word of words) for (const term of wordTerms(word)) terms.add(term);
  return [...terms];
}

/** Yields the terms to index for one word, possibly with duplicates; none for a separator of `indexedWords`. */
export function* wordTerms(word: string): Generator<string> {
  if (word === SEPARATOR) return;
  if (!isUnspaced(word)) {
    yield word;
    return;
  }
  let before = '';
  for (const character of word) {
    if (before !== '') yield before + character;
    before = character;
  }
  yield before;
}

/** The terms to look up for the words of a `text` leaf among the `indexTerms` of one field. */
export interface QueryTerms {
  /** All of these terms must exist. */
  whole: string[];
  /** A term with this prefix must exist. */
  prefix?: string;
  /** False: a document with all terms may still not match; its `foldedText` must contain the `foldedNeedle`. */
  exact: boolean;
}

/** Returns the terms of a `text` leaf; `words` must not be empty. */
export function queryTerms(words: readonly string[]): QueryTerms {
  const last = words.at(-1) ?? '';
  const before = indexTerms(words.slice(0, -1));
  const alone = words.length === 1;
  if (!isUnspaced(last)) return { whole: before, prefix: last, exact: alone };
  const ofLast = [...wordTerms(last)];
  if (ofLast.length === 1) return { whole: before, prefix: last, exact: alone };
  return { whole: [...new Set([...before, ...ofLast.slice(0, -1)])], exact: alone && ofLast.length === 2 };
}

/** Returns the `indexedWords` of a field as one text that can be searched for a `foldedNeedle`. */
export function foldedText(words: Iterable<string>): string {
  return Array.from(words, (word) => ` ${word}`).join('');
}

/**
 * Returns the text that the `foldedText` of a field must contain to match a `text` leaf. It starts with a word, except
 * in scripts without spaces, where it may start anywhere.
 */
export function foldedNeedle(words: readonly string[]): string {
  return isUnspaced(words[0] ?? '') ? words.join(' ') : foldedText(words);
}

/** Returns the key by which names are ordered, compared byte by byte (collation "C"): ignores case and accents only. */
export function sortKey(name: string): string {
  return cut(fold(name.slice(0, MAX_SORTED_UNITS).toWellFormed().replaceAll('\0', '')), MAX_SORT_KEY_LENGTH);
}
