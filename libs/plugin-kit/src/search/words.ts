const MAX_WORD_LENGTH = 64;
const MAX_SORT_KEY_LENGTH = 256;

/** Letters that Unicode does not decompose, after lower-casing. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'k',
  ƒ: 'f',
  ƶ: 'z',
  ƀ: 'b',
  ɨ: 'i',
  ʉ: 'u',
  ɵ: 'o',
  ə: 'e',
  ς: 'σ',
  ґ: 'г',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Accents and points. Marks of other scripts are vowels and stay; so do the two voicing marks of kana. */
const ACCENT =
  /(?=\p{M})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]/gu;
/** Soft hyphen, joiners, byte order mark, Arabic stretching: invisible inside a word. */
const INVISIBLE = /[\u00ad\u0640\u200c\u200d\u2060\ufeff]/gu;
const APOSTROPHE_LETTER = /\u02bc/gu;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const STARTS_WORD = /^[\p{L}\p{N}]/u;
const FIRST_UNSPACED = 0x0e00;
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const SCRIPT_RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const HAN_OR_KANA = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}';
/** Extracted pages break lines, and often every title letter, inside a Chinese or Japanese word. */
const BREAK_INSIDE_RUN = new RegExp(`(?<=[${HAN_OR_KANA}])\\s+(?=[${HAN_OR_KANA}])`, 'gu');

/** Lower case without accents and compatibility forms; everything that is not a letter stays as it is. */
function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENT, '')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENT, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

function cut(word: string, length: number): string {
  if (word.length <= length) return word;
  return Array.from(word.slice(0, 2 * length))
    .slice(0, length)
    .join('');
}

/**
 * The words of a text as they are indexed and looked for: lower case, without accents, runs of letters and digits, at
 * most 64 characters each. A run in a script written without spaces is one word of any length, apart from Latin letters
 * and digits beside it. Never gives NUL or half a surrogate pair.
 */
export function foldWords(text: string): string[] {
  const folded = fold(text);
  if (ASCII_ONLY.test(folded)) return (folded.match(/[a-z0-9]+/g) ?? []).map((word) => cut(word, MAX_WORD_LENGTH));
  const words: string[] = [];
  const prepared = folded.replace(APOSTROPHE_LETTER, ' ').replace(BREAK_INSIDE_RUN, '');
  for (const [run] of prepared.matchAll(WORD)) {
    if (!mayBeUnspaced(run)) words.push(cut(run, MAX_WORD_LENGTH));
    else words.push(...splitByScript(run));
  }
  return words;
}

function splitByScript(run: string): string[] {
  const parts = (run.match(SCRIPT_RUN) ?? []).filter((part) => STARTS_WORD.test(part));
  return parts.map((part) => (isUnspaced(part) ? part : cut(part, MAX_WORD_LENGTH)));
}

function mayBeUnspaced(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) if (word.charCodeAt(index) >= FIRST_UNSPACED) return true;
  return false;
}

function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) >= FIRST_UNSPACED && STARTS_UNSPACED.test(word);
}

/**
 * The distinct terms to index for the words of a field: the words themselves, and for words in scripts without spaces
 * each pair of neighbouring characters and the last character alone.
 */
export function indexTerms(words: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const word of words) {
    if (isUnspaced(word)) for (const term of pairs(word)) terms.add(term);
    else terms.add(word);
  }
  return [...terms];
}

function pairs(word: string): string[] {
  const characters = Array.from(word);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** What to look up for the words of a `text` leaf among the terms that `indexTerms` gave for one field. */
export interface QueryTerms {
  /** Each of these must be there. */
  whole: string[];
  /** A term that starts with this must be there. */
  prefix?: string;
  /** False: a document with all of them may still not match; its `foldedText` must contain the `foldedNeedle`. */
  exact: boolean;
}

/** The terms of a `text` leaf; `words` must not be empty. */
export function queryTerms(words: readonly string[]): QueryTerms {
  const last = words.at(-1) ?? '';
  const before = indexTerms(words.slice(0, -1));
  const alone = words.length === 1;
  if (!isUnspaced(last)) return { whole: before, prefix: last, exact: alone };
  const ofLast = pairs(last);
  if (ofLast.length === 1) return { whole: before, prefix: last, exact: alone };
  return { whole: [...new Set([...before, ...ofLast.slice(0, -1)])], exact: alone && ofLast.length === 2 };
}

/** The words of a field as one text in which a `foldedNeedle` can be looked for. */
export function foldedText(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/**
 * A field matches a `text` leaf when its `foldedText` contains this. It starts with a word, except in scripts without
 * spaces, where it may start anywhere.
 */
export function foldedNeedle(words: readonly string[]): string {
  return isUnspaced(words[0] ?? '') ? words.join(' ') : foldedText(words);
}

/**
 * The key names are ordered by, compared byte by byte (collation "C"): ignores case and accents, keeps everything else.
 */
export function sortKey(name: string): string {
  return cut(fold(name.toWellFormed().replaceAll('\0', '')), MAX_SORT_KEY_LENGTH);
}
