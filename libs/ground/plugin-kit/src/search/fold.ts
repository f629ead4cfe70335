import { capCombiningMarks, normalizeText } from '../combining-marks.js';

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
const INVISIBLE = /[\u00ad\u0640\u200c\u200d\u2060\ufeff]/g;
/**
 * Matches a character that does not attach to the previous one: neither a mark nor a later part of a Korean syllable.
 */
const STARTS_CLUSTER = /^[^\p{M}\u1160-\u11ff]/u;

/** UTF-16 units folded at a time. It bounds the memory of folding: one character may become eighteen. */
const SLICE = 16_384;

/**
 * Yields the text in lower case without accents and compatibility forms, slice by slice; joined, they are the folded
 * text. Characters other than letters stay unchanged.
 */
export function* foldedSlices(text: string): Generator<string> {
  // On the whole text first: an invisible character must not split the marks of one run.
  const visible = capCombiningMarks(text.replace(INVISIBLE, ''));
  for (let start = 0; start < visible.length;) {
    const end = sliceEnd(visible, start);
    yield foldSlice(visible.slice(start, end));
    start = end;
  }
}

/** Returns the folded text at once; for short texts. */
export function fold(text: string): string {
  return [...foldedSlices(text)].join('');
}

function foldSlice(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const lower = stripMarks(normalizeText(text, 'NFKD')).toLowerCase();
  const letters = stripMarks(normalizeText(lower, 'NFKD')).replace(LETTER, (letter) => LETTERS[letter] ?? letter);
  return normalizeText(letters, 'NFC');
}

/** Compatibility forms may contain invisible characters. */
function stripMarks(decomposed: string): string {
  return decomposed.replace(ACCENT, '').replace(INVISIBLE, '');
}

/** Returns a position where the text can be cut so that folding the parts equals the parts of the folded text. */
function sliceEnd(text: string, start: number): number {
  const wished = start + SLICE;
  if (wished >= text.length) return text.length;
  for (let at = wished; at > wished - SLICE / 2; at -= 1) if (canCutBefore(text, at)) return at;
  // Only marks and parts of syllables; a surrogate pair still stays whole.
  return isLowSurrogate(text, wished) ? wished - 1 : wished;
}

/** Returns true when the text can be cut here so that folding the parts equals the parts of the folded text. */
export function canCutBefore(text: string, at: number): boolean {
  if (isLowSurrogate(text, at)) return false;
  const code = text.codePointAt(at) ?? 0;
  return code < 0x80 || STARTS_CLUSTER.test(normalizeText(String.fromCodePoint(code), 'NFKD'));
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}
