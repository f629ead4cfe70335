import { expect } from '@jest/globals';
import type { PageWord } from '../src/index.js';

/** How far a box may reach over the edge of its page: of a letter that is cut off. */
const TOLERANCE = 0.05;

/** Boxes are parts of the page. The host would leave out others, and the words could not be marked. */
export function expectWordsOnPage(words: Iterable<PageWord>): void {
  for (const { text, box } of words) {
    const [x, y, width, height] = box;
    const isOnPage =
      box.every(Number.isFinite) &&
      Math.min(x, y) >= -TOLERANCE &&
      Math.min(width, height) > 0 &&
      Math.max(x + width, y + height) <= 1 + TOLERANCE;
    expect({ text, box, isOnPage }).toEqual({ text, box, isOnPage: true });
  }
}
