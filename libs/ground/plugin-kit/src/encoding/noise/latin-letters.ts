import { normalizeText } from '../../combining-marks.js';

/** Letters that have no base letter, as they are written without them. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th', ħ: 'h', ŋ: 'n' },
};
const OTHERS = new RegExp(`[${Object.keys(WRITTEN_OUT).join('')}]`, 'g');

/** The runs of Latin letters in a text, from a to z: small and without accents. */
export function wordsOf(text: string): string[] {
  const plain = normalizeText(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(OTHERS, (letter) => WRITTEN_OUT[letter] ?? '').match(/[a-z]+/g) ?? [];
}

/** 0 for a space, 1 for a, and so on. */
export function letterOf(letter: string): number {
  return letter === ' ' ? 0 : letter.charCodeAt(0) - 0x60;
}
