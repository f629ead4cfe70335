import { latinLetters } from './latin-likelihood.js';

/** Recognition has 70 and more on pages that people can read, and at most 55 on pictures without text. */
const UNSURE = 60;
/** Below it there was nothing to read. */
const HOPELESS = 30;
/** Of what is in words and numbers; of pages that can hardly be read, it is 60 %. */
const LEAST_READABLE = 0.4;
const LONG_WORD = /\p{L}[\p{L}\p{M}]{3,}/gu;
const NUMBER = /(?<![\p{L}\p{N}])\d{1,9}(?:[.,:/-]\d{1,9}){0,4}(?![\p{L}\p{N}])/gu;
/** Letters with less are not a word. */
const LIKELY = 4.4;
const LOOKED_AT = 10_000;

/**
 * True for what recognition made of a picture that has no text, such as a photo or a drawing: it is unsure, and found
 * hardly a word of four letters. `confidence` is that of the page, from 0 to 100; 0 is unknown.
 */
export function isRecognizedNoise(text: string, confidence: number | undefined): boolean {
  if (confidence === undefined || confidence <= 0 || confidence >= UNSURE) return false;
  if (confidence < HOPELESS) return true;
  const sample = text.slice(0, LOOKED_AT);
  const words = sample.match(LONG_WORD)?.filter(isLikely) ?? [];
  const numbers = sample.match(NUMBER)?.filter(({ length }) => length > 1) ?? [];
  const readable = [...words, ...numbers].reduce((sum, { length }) => sum + length, 0);
  return readable < (sample.match(/\S/g)?.length ?? 0) * LEAST_READABLE;
}

function isLikely(word: string): boolean {
  const { count, judged, sum } = latinLetters(word.toLowerCase());
  return count === 0 || sum >= judged * LIKELY;
}
