import type { PageWord } from '@archivolt/plugin-kit';
import { alignWords, type WordPlace } from './align-words.js';
import { storedWords } from './stored-words.js';

/** A page with hits. */
export interface PageToMark {
  text: string;
  /** The words as they are stored. */
  words: Uint8Array;
  /** In the order of the text; `start` is an offset into the text of the page. */
  hits: { start: number; length: number }[];
}

export type Box = PageWord['box'];

/** Boxes of one hit: a phrase has a few; what has more is no phrase. */
const MOST_BOXES = 100;

/** Returns for each page and each of its hits the boxes of the words that the hit touches. May run in a thread. */
export default function locateHits(pages: readonly PageToMark[]): Box[][][] {
  return pages.map(locateHitsOfPage);
}

export function locateHitsOfPage({ text, words, hits }: PageToMark): Box[][] {
  const known = [...storedWords(words)];
  const texts = known.map((word) => word.text);
  const places = alignWords(text, texts);
  return hits.map(({ start, length }) => {
    const boxes: Box[] = [];
    for (let index = firstEndingBehind(places, start); index < places.length; index += 1) {
      const place = places[index];
      if (!place || place.start >= start + length || boxes.length >= MOST_BOXES) break;
      const box = known[place.word]?.box;
      if (box) boxes.push(box);
    }
    return boxes;
  });
}

/** The places are in the order of the text. */
function firstEndingBehind(places: readonly WordPlace[], start: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle]?.end ?? 0) > start) to = middle;
    else from = middle + 1;
  }
  return from;
}
