import { latinLetters } from './latin-likelihood.js';

/** Lines of Base64, of uuencode and of Ascii85 have 60 to 76 characters. Longer words of a language are rarer. */
const LONG = 40;
const LONG_TOKEN = new RegExp(`^M[!-\\x60]{60}$|[^\\s"'<>]{${LONG},}`, 'gm');
const LINE_OF_UUENCODE = /^M[!-\x60]{60}$/;
const HEX = /^[\da-f]+$/i;
/** The words in addresses and in code are likelier; encoded data has about 3.85. */
const LIKELY = 4.3;
const FEWEST_OF_TOKEN = 15;
/** Different ones; drawn lines and samples have fewer. */
const FEWEST_CHARACTERS = 8;
/** In a dump two, four or eight digits stand by themselves, many of them in a row. */
const HEX_RUN = /(?<!\S)(?:(?:[\da-f]{2}|[\da-f]{4}|[\da-f]{8})[ \t]+){7,}(?:[\da-f]{2}|[\da-f]{4}|[\da-f]{8})(?!\S)/gi;
/** Numbers have none of these. */
const HEX_LETTER = /[a-f]/gi;
const LEAST_HEX_LETTERS = 0.08;
/** Next to the digits, dumps have addresses and the bytes as characters. */
const MOST_OF_DUMP = 0.5;
const MOST_OF_TEXT = 0.8;
const FEWEST_CHARS = 120;

/** A text without what is data in it that is written in letters and digits: Base64, uuencode, hex dumps and their like. */
export function withoutEncoded(text: string): { rest: string; isEncoded: boolean } {
  const rest = text.replaceAll(LONG_TOKEN, (token) => (isOfNoWords(token) ? ' ' : token));
  const all = lengthOf(text);
  const isDense = all - lengthOf(rest) > all * MOST_OF_TEXT;
  return { rest, isEncoded: all >= FEWEST_CHARS && (isDense || isDump(text)) };
}

function isDump(text: string): boolean {
  const digits = text.replaceAll(/\b0x|,/gi, '');
  const runs = (digits.match(HEX_RUN) ?? []).join('').replaceAll(/\s/g, '');
  const letters = runs.match(HEX_LETTER)?.length ?? 0;
  return runs.length > lengthOf(digits) * MOST_OF_DUMP && letters > runs.length * LEAST_HEX_LETTERS;
}

/** Not of Chinese or Thai sentences, which have no spaces. */
function isOfNoWords(token: string): boolean {
  if (new Set(token).size < FEWEST_CHARACTERS) return false;
  if (LINE_OF_UUENCODE.test(token)) return true;
  const plain = token.replaceAll(/[^!-~]/g, '');
  if (plain.length < token.length * MOST_OF_TEXT) return false;
  if (HEX.test(token)) return (token.match(HEX_LETTER)?.length ?? 0) > token.length * LEAST_HEX_LETTERS;
  const { judged, sum } = latinLetters(token.replaceAll(/\d+/g, ' '));
  return judged >= FEWEST_OF_TOKEN && sum < judged * LIKELY;
}

function lengthOf(text: string): number {
  return text.match(/\S/g)?.length ?? 0;
}
