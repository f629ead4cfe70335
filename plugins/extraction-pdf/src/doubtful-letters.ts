import { normalizeText } from '@archivolt/plugin-kit';
import type { Pdfium } from './pdfium.js';
import { hasUnlikelyLetters } from './unlikely-letters.js';

/** Characters looked at on each page before all are. */
const SAMPLES = 128;
/** Least share of characters whose font does not say which letter they are. Bullets and rules are fewer. */
const WORTH_CHECKING = 0.03;
/** Fewer words decide nothing. */
const FEWEST_WORDS = 5;
/**
 * Least share of right words that recognition finds. On 20 pages in four languages, of numbers and of no language at
 * all, it found 76 to 100 of 100 right words, also in a language it had no data of, and none of the wrong ones.
 */
const AGREEMENT = 0.4;
/** Least confidence of recognition to be believed instead of the text layer. */
const SURE = 70;
const LONGEST_WORD = 100;
/** Characters of a text whose letters are unlikely. */
const MOST_COMPARED = 20_000;
const LETTER = /\p{L}/u;

/**
 * The words of a text layer that may be wrong though they look like words: their font does not say which letters it
 * shows, so pdfium takes the numbers of the glyphs for those of letters, or it says wrong ones. Often the numbers are
 * the right ones. None when most words of the text are certain: it is better than what recognition would put in its
 * place.
 */
export function doubtfulWords(pdfium: Pdfium, textPage: number, text: string): string[] {
  if (!hasUnlikelyLetters(text)) return unmappedWords(pdfium, textPage, text);
  return enough(wordsOf(text.slice(0, MOST_COMPARED)).filter((word) => LETTER.test(word)));
}

function unmappedWords({ api }: Pdfium, textPage: number, text: string): string[] {
  const isDoubtful = (index: number) => api.FPDFText_HasUnicodeMapError(textPage, index) === 1;
  if (!isWorthChecking(text, isDoubtful)) return [];
  const words: string[] = [];
  const numbers: string[] = [];
  let certain = 0;
  for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
    const isCertain = !isAnyDoubtful(index, index + Math.min(piece.length, LONGEST_WORD), isDoubtful);
    if (isCertain) certain += wordsOf(piece).length;
    else for (const word of wordsOf(piece)) (LETTER.test(word) ? words : numbers).push(word);
  }
  if (words.length + numbers.length <= certain) return [];
  // The numbers of digits are right in many fonts whose letters are not.
  return enough(words, numbers);
}

function enough(...lists: string[][]): string[] {
  return lists.find(({ length }) => length >= FEWEST_WORDS) ?? [];
}

function isAnyDoubtful(from: number, to: number, isDoubtful: (index: number) => boolean): boolean {
  for (let index = from; index < to; index++) if (isDoubtful(index)) return true;
  return false;
}

function isWorthChecking(text: string, isDoubtful: (index: number) => boolean): boolean {
  const step = Math.max(1, Math.floor(text.length / SAMPLES));
  let samples = 0;
  let doubtful = 0;
  for (let index = 0; index < text.length; index += step) {
    if (text.charCodeAt(index) <= 0x20) continue;
    samples += 1;
    if (isDoubtful(index)) doubtful += 1;
  }
  return doubtful > 0 && doubtful >= samples * WORTH_CHECKING;
}

/** What recognition says about the doubtful words. It is `unsure` if it saw next to nothing, or may be wrong itself. */
export function judge(
  doubtful: readonly string[],
  seen: { text: string; confidence: number },
): 'right' | 'wrong' | 'unsure' {
  if (seen.confidence < SURE) return 'unsure';
  const words = new Set(wordsOf(seen.text));
  if (words.size < FEWEST_WORDS) return 'unsure';
  return doubtful.filter((word) => words.has(word)).length < doubtful.length * AGREEMENT ? 'wrong' : 'right';
}

/** Short ones are in every text. */
function wordsOf(text: string): string[] {
  return (
    normalizeText(text, 'NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  );
}
