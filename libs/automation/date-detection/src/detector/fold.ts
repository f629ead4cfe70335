import { normalizeText } from '@archivolt/plugin-kit';

/** Accents, the vowels of Arabic and Hebrew, and the voicing of kana. Marks of Indic scripts are letters. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u3099\u309a]+/gu;
const DIGIT = /[^\P{Nd}0-9]/gu;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const IDEOGRAPHIC_NUMBER = /[〇零一二三四五六七八九十]{1,4}(?=[年月日])/g;
const IDEOGRAPHIC_DIGITS = '〇一二三四五六七八九';
/** A zero of any script is the first of ten digits that follow each other. */
const DIGITS = 10;

/**
 * The text for comparisons: without case, marks and forms of width, with Western digits. Lines stay lines.
 */
export function fold(text: string): string {
  const plain = normalizeText(text, 'NFKD').replaceAll(MARKS, '').replaceAll(INVISIBLE, '');
  return normalizeText(plain, 'NFC')
    .toLowerCase()
    .replaceAll(DIGIT, westernDigit)
    .replaceAll(IDEOGRAPHIC_NUMBER, ideographicNumber)
    .replaceAll(/[‐‑−]/g, '-');
}

function westernDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < DIGITS && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % DIGITS);
}

/** `二〇二六` is 2026, `十二` is 12, `二十三` is 23. */
function ideographicNumber(text: string): string {
  const values = [...text.replaceAll('零', '〇')];
  const ten = values.indexOf('十');
  if (ten < 0) return values.map((digit) => IDEOGRAPHIC_DIGITS.indexOf(digit)).join('');
  const tens = ten === 0 ? 1 : IDEOGRAPHIC_DIGITS.indexOf(values[ten - 1] ?? '');
  const ones = ten === values.length - 1 ? 0 : IDEOGRAPHIC_DIGITS.indexOf(values[ten + 1] ?? '');
  return String(tens * DIGITS + ones);
}
