import { findHits } from './find-hits.js';
import type { Needle } from './needles.js';

/** A content in which all that a query finds is wanted; may be searched in a thread. */
export interface ContentToSearch {
  text: string;
  needles: Needle[];
  /** Places that are returned. */
  most: number;
}

/** In UTF-16 units of the content. */
export interface ContentPlace {
  start: number;
  length: number;
}

export interface FoundPlaces {
  /** In the order of the text. */
  places: ContentPlace[];
  /** False: there are more, or the text was not searched to its end. */
  isComplete: boolean;
}

/** Finding words takes some ten times the memory of the text. */
const PIECE = 500_000;
const LONGEST_MS = 1_500;

/** Searches a content piece by piece. A phrase across the end of a piece is not found. */
export default function findPlaces({ text, needles, most }: ContentToSearch): FoundPlaces {
  const started = performance.now();
  const places: ContentPlace[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from);
    for (const { start, end } of findHits(text.slice(from, to), needles, most + 1)) {
      const last = places.at(-1);
      // Two words of a query may find the same place.
      if (last && from + end <= last.start + last.length) continue;
      if (places.length === most) return { places, isComplete: false };
      places.push({ start: from + start, length: end - start });
    }
    from = to;
    if (from < text.length && performance.now() - started > LONGEST_MS) return { places, isComplete: false };
  }
  return { places, isComplete: true };
}

/** Behind a page if possible, or a word. */
function endOfPiece(text: string, from: number): number {
  const latest = from + PIECE;
  if (latest >= text.length) return text.length;
  const page = text.lastIndexOf('\f', latest);
  if (page > from) return page + 1;
  for (let at = latest; at > from; at -= 1) if (/\s/.test(text.charAt(at))) return at + 1;
  return latest;
}
