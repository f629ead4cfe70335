import { expect } from '@jest/globals';
import type { PageWord } from '../src/index.js';

/** How far a box may reach over the edge of its page: of a letter that is cut off. */
const TOLERANCE = 0.05;

/**
 * Boxes are parts of the page. The host would leave out others, and the words could not be marked. A confidence is
 * between 0 and 100.
 */
export function expectWordsOnPage(words: Iterable<PageWord>): void {
  for (const { text, box, confidence = 0 } of words) {
    const isConfidence = confidence >= 0 && confidence <= 100;
    expect({ text, confidence, isConfidence }).toEqual({ text, confidence, isConfidence: true });
    const [x, y, width, height] = box;
    const isOnPage =
      box.every(Number.isFinite) &&
      Math.min(x, y) >= -TOLERANCE &&
      Math.min(width, height) > 0 &&
      Math.max(x + width, y + height) <= 1 + TOLERANCE;
    expect({ text, box, isOnPage }).toEqual({ text, box, isOnPage: true });
  }
}
