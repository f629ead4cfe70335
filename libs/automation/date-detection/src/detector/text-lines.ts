import { fold } from './fold.js';
import { withRepairedDigits } from './repaired-digits.js';

/** What is looked at of a text, in UTF-16 units: dates of documents are near their beginning or their end. */
export const HEAD_LENGTH = 24_000;
export const TAIL_LENGTH = 8_000;
const LONGEST_LINE = 2_000;
export const LONGEST_EXCERPT = 100;

/** A line that is not blank. */
export interface Line {
  number: number;
  original: string;
  folded: string;
}

/** What is looked at of a text: its beginning and, if it is long, its end. */
export interface TextPart {
  text: string;
  /** The number of its first line in the text, from 1. */
  firstLine: number;
}

/** As the database cuts a text. */
export interface StoredParts {
  head: string;
  tail: string | null;
  tailLine: number;
}

/** The parts of a whole text that are looked at. */
export function partsOf(text: string): TextPart[] {
  if (text.length <= HEAD_LENGTH + TAIL_LENGTH) return [{ text, firstLine: 1 }];
  const tail = text.length - TAIL_LENGTH;
  let firstLine = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < tail; at = text.indexOf('\n', at + 1)) firstLine += 1;
  return [
    { text: text.slice(0, HEAD_LENGTH), firstLine: 1 },
    { text: text.slice(tail), firstLine },
  ];
}

/** The same of a text of which only these parts were read. */
export function storedPartsOf({ head, tail, tailLine }: StoredParts): TextPart[] {
  return [{ text: head, firstLine: 1 }, ...(tail === null ? [] : [{ text: tail, firstLine: tailLine }])];
}

/** The lines of a part that are not blank. */
export function linesOf({ text, firstLine }: TextPart): Line[] {
  const folded = fold(text).split('\n');
  return text.split('\n').flatMap((line, index) => {
    const original = line.slice(0, LONGEST_LINE);
    if (original.trim() === '') return [];
    return [
      { number: firstLine + index, original, folded: withRepairedDigits((folded[index] ?? '').slice(0, LONGEST_LINE)) },
    ];
  });
}

/** The line, or its part around a place in it. */
export function excerptOf({ original }: Line, from: number): string {
  const text = original.trim();
  if (text.length <= LONGEST_EXCERPT) return text;
  const start = Math.max(0, Math.min(from - LONGEST_EXCERPT / 2, text.length - LONGEST_EXCERPT));
  return text.slice(start, start + LONGEST_EXCERPT);
}
