import { hasCommonCharacters } from './common-characters.js';
import { withoutEncoded } from './encoded-data.js';
import { latinLetters, type LatinLetters } from './latin-likelihood.js';
import { changesScripts, isUnreadable } from './unreadable.js';

/**
 * Why a text is none. `unreadable`: characters that no language has, or of many scripts in one word; also what is left of
 * bytes that were read in a wrong encoding. `encoded`: data that is written in letters, such as Base64 or a hex dump.
 * `letters`: letters that are not spread as in any language.
 */
export type NoiseKind = 'encoded' | 'letters' | 'unreadable';

const PIECES = 48;
const PIECE_CHARS = 500;
/** Below these the letters of a text decide nothing. */
const FEWEST_LETTERS = 80;
/**
 * Least mean likelihood of the letters of a text. Of pieces of 200 characters in 178 languages that the table was not made
 * from, one in a thousand has less than 4.01; letters of a font that are shifted have at most 4.29, usually 3.85.
 */
const UNLIKELY = 4.15;
/** A piece with more is a text, whatever the others are. */
const CERTAIN = 4.6;
/** In a short text the mean varies by so much, divided by the root of the number of letters. */
const CHANCE = 1;
/** No language needs accents on most of its letters; Vietnamese has them on a third. */
const LEAST_PLAIN = 0.4;
/** Latin letters and usual signs: the rules for other scripts need not be asked. */
const PLAIN = /^[\s\x20-\x7e\xa0-\u024f\u2010-\u205e\u20ac]*$/;

/** True for what is no text of any language; see {@link noiseIn}. */
export function isNoise(text: string): boolean {
  return noiseIn(text) !== undefined;
}

/**
 * Why `text`, which some reader made of a file, is none; undefined for texts: in any language, tables of numbers, source
 * code, and whatever is too short to tell. One readable part is enough for a text. Looks at most at 24,000 characters.
 */
export function noiseIn(text: string): NoiseKind | undefined {
  const seen = new Set<string>();
  const pieces: Piece[] = [];
  for (const piece of piecesOf(text)) {
    const judged = judge(piece, seen);
    if (judged.isText) return undefined;
    pieces.push(judged);
  }
  const kinds = pieces.flatMap(({ kind }) => kind ?? []);
  // Parts that say nothing, such as the last lines, do not save what is noise elsewhere.
  if (kinds.length > 0 && kinds.length >= pieces.length / 2) return mostOf(kinds);
  return areUnlikely(pieces.map(({ latin }) => latin)) ? 'letters' : undefined;
}

interface Piece {
  isText: boolean;
  kind?: NoiseKind;
  latin: LatinLetters;
}

function judge(piece: string, seen: Set<string>): Piece {
  const { rest, isEncoded } = withoutEncoded(piece);
  const latin = latinLetters(rest, seen);
  if (!PLAIN.test(piece) && (isUnreadable(piece) || changesScripts(piece) || !hasCommonCharacters(piece)))
    return { isText: false, kind: 'unreadable', latin };
  const isLatin = latin.count > latin.others;
  if (isLatin && latin.count >= FEWEST_LETTERS && latin.plain < latin.count * LEAST_PLAIN)
    return { isText: false, kind: 'unreadable', latin };
  const isText = isLatin
    ? latin.judged >= FEWEST_LETTERS && latin.sum > latin.judged * CERTAIN
    : latin.others >= FEWEST_LETTERS;
  return { isText, ...(isEncoded && !isText && { kind: 'encoded' as const }), latin };
}

function areUnlikely(pieces: readonly LatinLetters[]): boolean {
  const [judged, sum, others] = pieces.reduce(
    ([letters, points, rest], piece) => [letters + piece.judged, points + piece.sum, rest + piece.others],
    [0, 0, 0],
  );
  return judged >= FEWEST_LETTERS && judged > others && sum < judged * (UNLIKELY - CHANCE / Math.sqrt(judged));
}

/** The whole text, or parts of the same length from all over it. */
function piecesOf(text: string): string[] {
  const count = Math.min(PIECES, Math.ceil(text.length / PIECE_CHARS));
  const step = (text.length - PIECE_CHARS) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.max(0, Math.round(index * step));
    return text.slice(from, from + PIECE_CHARS);
  });
}

function mostOf(kinds: readonly NoiseKind[]): NoiseKind | undefined {
  const count = (kind: NoiseKind) => kinds.filter((each) => each === kind).length;
  return kinds.toSorted((one, other) => count(other) - count(one))[0];
}
