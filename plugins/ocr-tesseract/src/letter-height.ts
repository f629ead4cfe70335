import type { OcrImage } from '@archivolt/plugin-kit';

const STRIPE = 3; // pixels: so narrow that rarely two lines of text touch in it, however the page lies
const BETWEEN = 24; // from one stripe to the next
const FEWEST = 150; // pieces of letters; with less text, a larger picture costs little
const SMALLEST = 3;
const INK = 0.45; // of the contrast

/** The height of most letters in pixels; undefined where there is too little to tell. */
export function letterHeight(
  { gray, width, height }: OcrImage,
  { background, contrast }: { background: number; contrast: number },
): number | undefined {
  const isInk = (at: number): boolean => Math.abs((gray[at] ?? background) - background) > contrast * INK;
  const heights: number[] = [];
  for (let left = 0; left + STRIPE <= width; left += BETWEEN) {
    let run = 0;
    for (let y = 0; y <= height; y++) {
      const at = y * width + left;
      if (y < height && (isInk(at) || isInk(at + 1) || isInk(at + 2))) {
        run++;
        continue;
      }
      if (run >= SMALLEST) heights.push(run);
      run = 0;
    }
  }
  if (heights.length < FEWEST) return undefined;
  heights.sort((a, b) => a - b);
  // Many are strokes of letters only, such as the arms of an e, so the upper part counts.
  return heights[Math.floor(heights.length * 0.7)];
}
