import type { PageContent } from './pdf-page.js';

/** A picture is decoded whole before it is drawn. */
export const MAX_PICTURE_PIXELS = 75_000_000;

/** What a page needs besides reading its text layer. */
export type PageNeed = 'nothing' | 'rest-by-ocr' | 'whole-by-ocr' | 'comparison';

const FEWEST_LETTERS = 8;
const MOST_UNREADABLE = 0.25;
const PICTURE_SHARE = 0.02;
const SCAN_SHARE = 0.2;
const FULL_OF_TEXT = 4000;

export function isFullOfText(text: string): boolean {
  return countLetters(text) >= FULL_OF_TEXT && !isUnreadable(text);
}

/** A text layer whose letters mean nothing: the font does not say which letter is which. */
export function isUnreadable(text: string): boolean {
  const unreadable = count(text, /[\p{Co}\p{Cn}\uFFFD\u0001-\u0008\u000E-\u001F\u007F-\u009F]/gu);
  const visible = count(text, /\S/gu);
  return visible > 0 && unreadable > visible * MOST_UNREADABLE;
}

export function needOf(text: string, content: PageContent): PageNeed {
  if (isUnreadable(text)) return 'whole-by-ocr';
  const letters = countLetters(text);
  // Text drawn as curves has no letters either.
  if (letters < FEWEST_LETTERS) return content.hasDrawing ? 'whole-by-ocr' : 'nothing';
  if (content.textIsHidden) return 'nothing';
  return content.pictureShare > PICTURE_SHARE && letters < FULL_OF_TEXT ? 'rest-by-ocr' : 'nothing';
}

/** A scan with a text layer that an earlier recognition made. */
export function isRecognisedScan({ textIsHidden, pictureShare }: PageContent): boolean {
  return textIsHidden && pictureShare > SCAN_SHARE;
}

function countLetters(text: string): number {
  return count(text, /[\p{L}\p{N}]/gu);
}

/** Without an array of all that is found: a page may have millions of characters. */
function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (pattern.lastIndex = 0; pattern.test(text);) found += 1;
  return found;
}
