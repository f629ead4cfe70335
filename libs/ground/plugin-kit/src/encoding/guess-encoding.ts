import { decodeAs } from './decode-as.js';
import { doubleByteGuesses } from './double-bytes.js';
import { textWorth } from './text-worth.js';

/** In the order in which they are taken when several explain a text equally well. */
const WINDOWS = [
  ...['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1254'],
  ...['windows-1257', 'windows-1255', 'windows-1256', 'windows-874', 'iso-8859-5', 'koi8-u', 'macintosh'],
];
const DOS = ['cp850', 'cp437', 'cp852', 'ibm866'];
/** By so much a text must be more plausible in an encoding that is not expected. */
const UNEXPECTED = 0.1;
/** A name that is wrong is rarer than a text in two languages. */
const NAME_IS_WRONG = 0.2;
const PLAUSIBLE = 0.5;
/** Names of encodings that bytes above 127, or those that are not valid UTF-8, cannot be in. */
const SAYS_NOTHING = /^(?:us-)?ascii$|^ansi|^utf-?(?:8|16)/i;
const SAMPLE_BYTES = 8 * 1024;
const LEAD_BYTES = 64;

export interface EncodingHint {
  /** The encoding that the file, or what it came in, names. */
  named?: string | undefined;
  /** Programs of DOS, and those that pack archives, write in its code pages. */
  isOfDos?: boolean;
}

/**
 * The encoding of a text that is not valid UTF-8: the one that is named, unless the letters make no sense in it and do in
 * another one. `undefined` when they make sense in none.
 */
export function guessEncoding(bytes: Buffer, { named, isOfDos = false }: EncodingHint = {}): string | undefined {
  const sample = sampleOf(bytes);
  const order = isOfDos ? [...DOS, ...WINDOWS] : [...WINDOWS, ...DOS];
  const guesses = [
    ...order.map((encoding) => {
      const isExpected = isOfDos === DOS.includes(encoding);
      return { encoding, worth: textWorth(decodeAs(encoding, sample) ?? '') - (isExpected ? 0 : UNEXPECTED) };
    }),
    ...doubleByteGuesses(sample),
  ];
  const best = guesses.reduce((one, other) => (other.worth > one.worth ? other : one));
  const worthOfName = named === undefined ? undefined : namedWorth(named, sample);
  if (worthOfName === undefined) return best.worth > 0 ? best.encoding : undefined;
  return best.worth > Math.max(PLAUSIBLE, worthOfName + NAME_IS_WRONG) ? best.encoding : named;
}

/** `undefined` when the text cannot be in this encoding, or there is none of this name. */
function namedWorth(named: string, sample: Buffer): number | undefined {
  const text = decodeAs(named, sample);
  if (text === undefined || SAYS_NOTHING.test(named)) return undefined;
  // Bytes that are valid in it by chance are rare.
  const isOfManyBytes = /^(?:gb|big5|euc|shift|sjis|x-sjis|windows-31j|ms_kanji|ks_c|windows-949|iso-2022)/i.test(
    named,
  );
  return isOfManyBytes && !text.includes('\ufffd') ? 1 : textWorth(text);
}

/** From shortly before the first byte that is not ASCII. */
function sampleOf(bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  const from = Math.max(0, at - LEAD_BYTES);
  return bytes.subarray(from, from + SAMPLE_BYTES);
}
