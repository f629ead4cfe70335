/** The kinds of characters in words: `OTHER` belongs to no word. */
export const OTHER = 0;
/** Letters and digits of scripts that put spaces between words. */
export const SPACED = 1;
export const SPACED_MARK = 2;
/** Letters and digits of scripts written without spaces. */
export const UNSPACED = 3;
export const UNSPACED_MARK = 4;
/** Letters such as the tone marks of Bopomofo, which belong to the script of the previous character. */
export const EITHER = 5;

const FIRST_UNSPACED = 0x0e00;
const IN_UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/**
 * The kinds of 256 neighbouring characters per page, filled on first use, so that a look-up needs no regular
 * expression.
 */
const pages: (Uint8Array | undefined)[] = [];

/** Returns one of the constants above. */
export function characterKind(code: number): number {
  const page = (pages[code >> PAGE_BITS] ??= kindsOfPage(code >> PAGE_BITS));
  return page[code & (PAGE - 1)] ?? OTHER;
}

function kindsOfPage(number: number): Uint8Array {
  return Uint8Array.from({ length: PAGE }, (_, index) => kindOf((number << PAGE_BITS) + index));
}

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  const isUnspaced = IN_UNSPACED_SCRIPT.test(character);
  if (LETTER_OR_DIGIT.test(character)) return isUnspaced ? (code < FIRST_UNSPACED ? EITHER : UNSPACED) : SPACED;
  if (!MARK.test(character)) return OTHER;
  return isUnspaced ? UNSPACED_MARK : SPACED_MARK;
}
