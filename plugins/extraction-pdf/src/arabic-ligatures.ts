import { JOINER } from './text-gaps.js';
import { withMemory, type Pdfium } from './pdfium.js';

const ARABIC = /[\u0620-\u06FF]/;
/** Vowel signs and what is around them; a sign that stands alone has a space on one side. */
const SIGNS = /( ?)([\u064B-\u0652\u0670]+)( ?)([\u0620-\u064A]?)/g;
const BOX_BYTES = 32;

/**
 * pdfium turns Arabic text into reading order letter by letter, and by this turns the letters of a ligature, which were
 * in order, the wrong way round. They are known by standing on the same spot.
 */
export function orderLigatures(pdfium: Pdfium, textPage: number, text: string): string {
  if (!ARABIC.test(text)) return text;
  const boxes = withMemory(pdfium, BOX_BYTES, (pointer) =>
    Array.from(text, (letter, index) => (ARABIC.test(letter) ? readBox(pdfium, textPage, index, pointer) : '')),
  );
  let ordered = '';
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    while (end < text.length && boxes[start] !== '' && boxes[end] === boxes[start]) end++;
    ordered += end - start === 1 ? (text[start] ?? '') : [...text.slice(start, end)].reverse().join('');
    start = end;
  }
  return ordered;
}

/**
 * Puts vowel signs behind the letters that they stand on: some programs draw the sign first, or as one that stands alone.
 * Each character keeps a place.
 */
export function attachSigns(pdfium: Pdfium, textPage: number, text: string): string {
  if (text.search(SIGNS) === -1) return text;
  return withMemory(pdfium, BOX_BYTES, (pointer) => {
    const spanOf = (index: number) => readSpan(pdfium, textPage, index, pointer);
    return text.replace(
      SIGNS,
      (whole: string, before: string, signs: string, after: string, next: string, index: number) => {
        const at = index + before.length;
        const sign = spanOf(at);
        if (after !== '' && !isOfSign(spanOf(at + signs.length), sign)) return whole; // the end of a word
        const isFirst = before !== '' && !isOfSign(spanOf(index), sign);
        const isOnNext = next !== '' && covers(spanOf(index + whole.length - 1), sign);
        const isMoved = isOnNext && (isFirst || !covers(spanOf(index - 1), sign));
        const spaces = (isFirst ? before : JOINER.repeat(before.length)) + JOINER.repeat(after.length);
        return spaces + (isMoved ? next + signs : signs + next);
      },
    );
  });
}

interface Span {
  left: number;
  right: number;
}

/** A space between words has a width and a place of its own. */
function isOfSign(space: Span | undefined, sign: Span | undefined): boolean {
  if (space === undefined || sign === undefined) return false;
  return space.left === space.right || (space.left === sign.left && space.right === sign.right);
}

function covers(letter: Span | undefined, sign: Span | undefined): boolean {
  if (letter === undefined || sign === undefined) return false;
  const middle = (sign.left + sign.right) / 2;
  return middle >= letter.left && middle <= letter.right;
}

function readBox(pdfium: Pdfium, textPage: number, index: number, pointer: number): string {
  const span = readSpan(pdfium, textPage, index, pointer);
  if (span === undefined || span.left === span.right) return '';
  return new Float64Array(pdfium.runtime.HEAPU8.buffer, pointer, 4).join(' ');
}

function readSpan({ api, runtime }: Pdfium, textPage: number, index: number, pointer: number): Span | undefined {
  if (!api.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24)) return undefined;
  const [left = 0, right = 0] = new Float64Array(runtime.HEAPU8.buffer, pointer, 2);
  return { left, right };
}
