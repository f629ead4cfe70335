import { withMemory, type Pdfium } from './pdfium.js';

const ARABIC = /[\u0620-\u06FF]/;

/**
 * pdfium turns Arabic text into reading order letter by letter, and by this turns the letters of a ligature, which were
 * in order, the wrong way round. They are known by standing on the same spot.
 */
export function orderLigatures(pdfium: Pdfium, textPage: number, text: string): string {
  if (!ARABIC.test(text)) return text;
  const boxes = withMemory(pdfium, 32, (pointer) =>
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

function readBox({ api, runtime }: Pdfium, textPage: number, index: number, pointer: number): string {
  if (!api.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24)) return '';
  const box = new Float64Array(runtime.HEAPU8.buffer, pointer, 4);
  return box[0] === box[1] ? '' : box.join(' ');
}
