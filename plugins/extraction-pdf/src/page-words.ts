import { PackedWords, type PageWord } from '@archivolt/plugin-kit';
import { tidyWord } from './page-text.js';
import { withMemory, type Pdfium } from './pdfium.js';

/** Chinese and Japanese have no spaces: each character is a word. pdfium marks hyphens made by the end of a line. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[^\s\0\u0002\uFFFE\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;
const ASCII = /^[\x21-\x7e]+$/;
/** The host keeps no more. */
const MOST_WORDS = 10_000;
/** Pixels of the page that points are calculated in, which pdfium rounds to whole ones. */
const FINE = 1_000_000;
const BOX_BYTES = 32;

/** The words of a text layer, and where they are on the page as it is shown. `text` has one unit for each character. */
export function wordsOf(pdfium: Pdfium, page: number, textPage: number, text: string): PackedWords {
  return withMemory(pdfium, BOX_BYTES, (pointer) => {
    const toPage = pageTransform(pdfium, page, pointer);
    if (!toPage) return PackedWords.of([]);
    const boxOf = {
      first: (index: number) => readLooseBox(pdfium, textPage, index, pointer),
      last: (index: number) => tightBox(pdfium, textPage, index, pointer),
    };
    return PackedWords.of(placedWords(text, boxOf, toPage));
  });
}

/** In points of the file. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];
type ToPage = (x: number, y: number) => readonly [x: number, y: number];

interface BoxOf {
  first(index: number): Box | undefined;
  last(index: number): Box | undefined;
}

/** The first and the last letter of a word have all of its width, or its height if it is turned. */
function* placedWords(text: string, boxOf: BoxOf, toPage: ToPage): Iterable<PageWord> {
  let count = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const first = boxOf.first(index);
    const last = word.length === 1 ? first : boxOf.last(index + word.length - 1);
    if (!first || !last) continue;
    const [ax, ay] = toPage(Math.min(first[0], last[0]), Math.min(first[1], last[1]));
    const [bx, by] = toPage(Math.max(first[2], last[2]), Math.max(first[3], last[3]));
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)] as const;
    yield { text: ASCII.test(word) ? word : tidyWord(word), box };
    count += 1;
    if (count >= MOST_WORDS) return;
  }
}

/** As high as the line, whatever the letter: all words of a line look the same when they are marked. Takes longer. */
export function readLooseBox(
  { api, runtime }: Pdfium,
  textPage: number,
  index: number,
  pointer: number,
): Box | undefined {
  if (!api.FPDFText_GetLooseCharBox(textPage, index, pointer)) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(runtime.HEAPU8.buffer, pointer, 4);
  return [left, Math.min(top, bottom), right, Math.max(top, bottom)];
}

function tightBox({ api, runtime }: Pdfium, textPage: number, index: number, pointer: number): Box | undefined {
  if (!api.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24)) return undefined;
  const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(runtime.HEAPU8.buffer, pointer, 4);
  return [left, bottom, right, top];
}

/** From points of the file to parts of the page, 0 to 1, from the top left corner. Pages are cut and turned. */
function pageTransform(pdfium: Pdfium, page: number, pointer: number): ToPage | undefined {
  const origin = toDevice(pdfium, page, pointer, 0, 0);
  const right = toDevice(pdfium, page, pointer, 1000, 0);
  const up = toDevice(pdfium, page, pointer, 0, 1000);
  if (!origin || !right || !up) return undefined;
  const [x0, y0] = origin;
  const [xByX, yByX] = [(right[0] - x0) / 1000, (right[1] - y0) / 1000];
  const [xByY, yByY] = [(up[0] - x0) / 1000, (up[1] - y0) / 1000];
  return (x, y) => [x0 + x * xByX + y * xByY, y0 + x * yByX + y * yByY];
}

function toDevice(
  { api, runtime }: Pdfium,
  page: number,
  pointer: number,
  x: number,
  y: number,
): readonly [x: number, y: number] | undefined {
  if (!api.FPDF_PageToDevice(page, 0, 0, FINE, FINE, 0, x, y, pointer, pointer + 4)) return undefined;
  const [left = 0, top = 0] = new Int32Array(runtime.HEAPU8.buffer, pointer, 2);
  return [left / FINE, top / FINE];
}
