import type { OcrImage, PageWord } from '@archivolt/plugin-kit';

/** The size at which a page is looked at: a line of text is about one cell high. */
export const LOOK_DPI = 50;
const CELL = 8; // pixels
/** Pixels of a cell that text has at least and at most; a rule has fewer, a dark area more. */
const INK = { least: 4, most: 44 };
const LEAST_CONTRAST = 40;
const FEWEST_CELLS = 8; // with less there is not a line of text
/** Letters may be a little outside of the boxes of their words. */
const AROUND = 0.75; // of a cell
/** Part of the page; the box of a larger one covers what it does not say. */
const HIGHEST_WORD = 0.1;
/** A signature, a stamp and a letterhead are rarely more of what looks like text. */
const LEAST_COVERED = 0.6;

/** Parts of a page that words are counted in, and how many of these have words on a page full of text. */
const PARTS = { across: 4, down: 40, full: 0.6 };

/** True when there are words all over the page, so that it need not be looked at. */
export function fillsPage(words: Iterable<PageWord>): boolean {
  const seen = new Set<number>();
  for (const { text, box } of words) {
    const [x, y, width, height] = box;
    if (text.length < 2 || height > HIGHEST_WORD) continue;
    const column = Math.min(PARTS.across - 1, Math.floor((x + width / 2) * PARTS.across));
    seen.add(Math.floor((y + height / 2) * PARTS.down) * PARTS.across + column);
  }
  return seen.size >= PARTS.across * PARTS.down * PARTS.full;
}

/** True when the words lie on most of what looks like text on the page. */
export function coversText(page: OcrImage, words: Iterable<PageWord>): boolean {
  const columns = Math.ceil(page.width / CELL);
  const rows = Math.ceil(page.height / CELL);
  const isText = textCells(page, columns, rows);
  const all = isText.reduce((sum, value) => sum + value, 0);
  if (all < FEWEST_CELLS) return true;
  const isCovered = new Uint8Array(columns * rows);
  for (const {
    box: [x, y, width, height],
  } of words) {
    if (Math.min(width, height) > HIGHEST_WORD) continue;
    const left = Math.max(0, Math.floor((x * page.width) / CELL - AROUND));
    const right = Math.min(columns - 1, Math.floor(((x + width) * page.width) / CELL + AROUND));
    const bottom = Math.min(rows - 1, Math.floor(((y + height) * page.height) / CELL + AROUND));
    for (let row = Math.max(0, Math.floor((y * page.height) / CELL - AROUND)); row <= bottom; row++)
      if (right >= left) isCovered.fill(1, row * columns + left, row * columns + right + 1);
  }
  const covered = isText.reduce((sum, value, at) => sum + (isCovered[at] ? value : 0), 0);
  return covered >= all * LEAST_COVERED;
}

function textCells({ gray, width, height }: OcrImage, columns: number, rows: number): Uint8Array {
  const paper = mostFrequent(gray);
  const ink = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0; x < width; x++) {
      if (Math.abs((gray[y * width + x] ?? paper) - paper) < LEAST_CONTRAST) continue;
      const cell = row + Math.floor(x / CELL);
      ink[cell] = (ink[cell] ?? 0) + 1;
    }
  }
  return ink.map((count) => (count >= INK.least && count <= INK.most ? 1 : 0));
}

function mostFrequent(gray: Uint8Array): number {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < gray.length; at++) {
    const value = gray[at] ?? 0;
    histogram[value] = (histogram[value] ?? 0) + 1;
  }
  return histogram.indexOf(Math.max(...histogram));
}
