import { letterOf, wordsOf } from './latin-letters.js';
import { LETTER_TRIPLES } from './letter-triples.js';

/** The Latin letters of a text. */
export interface LatinLetters {
  /** All of them. */
  count: number;
  /** Those from a to z. */
  plain: number;
  /** Letters of other scripts. */
  others: number;
  /** Letters of different words, and their ends, that were judged: words with digits are codes, and short capitals may be. */
  judged: number;
  /** How likely these are after those before them, from 0 to 7 each. */
  sum: number;
}

const SIZE = 27;
/** What is longer is no word, but a line or a sample. */
const LONGEST_WORD = 60;
const LEVELS = unpacked();
const RUN = /[\p{L}\p{N}]+/gu;
const CODE = /\p{N}|^\p{Lu}{1,4}$/u;

/** `seen`: words that were judged before, to which those of this text are added. Each is judged once. */
export function latinLetters(text: string, seen = new Set<string>()): LatinLetters {
  const count = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  const plain = text.match(/[a-z]/gi)?.length ?? 0;
  const others = (text.match(/\p{L}/gu)?.length ?? 0) - count;
  let [judged, sum] = [0, 0];
  for (const word of wordsOf(text.replaceAll(RUN, (run) => (CODE.test(run) ? ' ' : run)))) {
    if (seen.has(word) || word.length > LONGEST_WORD) continue;
    seen.add(word);
    let [before, last] = [0, 0];
    for (const sign of `${word} `) {
      const letter = letterOf(sign);
      sum += LEVELS[(before * SIZE + last) * SIZE + letter] ?? 0;
      [before, last] = [last, letter];
    }
    judged += word.length + 1;
  }
  return { count, plain, others, judged, sum };
}

function unpacked(): Uint8Array {
  const pairs = Buffer.from(LETTER_TRIPLES.replaceAll('\n', ''), 'latin1');
  const value = new Map(
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((sign, index) => [
      sign.charCodeAt(0),
      index,
    ]),
  );
  const levels = new Uint8Array(pairs.length * 2);
  for (const [index, pair] of pairs.entries()) {
    levels[index * 2] = (value.get(pair) ?? 0) >> 3;
    levels[index * 2 + 1] = (value.get(pair) ?? 0) & 7;
  }
  return levels;
}
