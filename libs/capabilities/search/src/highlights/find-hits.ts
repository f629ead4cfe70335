import { locateWords, type LocatedText } from '@archivolt/plugin-kit';
import type { Needle } from './needles.js';

/** A place in a text that a query has found. */
export interface Hit {
  start: number;
  end: number;
  needle: Needle;
}

const MOST_HITS = 2_000;
const FEWEST_OF_A_NEEDLE = 20;
/** UTF-16 units: longer than any query. A longer place, such as a letter with a million marks, is not shown. */
const LONGEST_HIT = 1_100;

/** Returns where the needles are in a text, in the order of the text: the first ones, `mostOfEach` of each needle. */
export function findHits(
  text: string,
  needles: readonly Needle[],
  mostOfEach = Math.max(FEWEST_OF_A_NEEDLE, Math.floor(MOST_HITS / needles.length)),
): Hit[] {
  if (needles.length === 0) return [];
  const located = locateWords(text);
  const hits = needles.flatMap((needle) => [...hitsOf(needle, located, mostOfEach)]);
  return hits.sort((a, b) => a.start - b.start || b.end - a.end);
}

function* hitsOf(needle: Needle, { folded, starts, ends }: LocatedText, most: number): Iterable<Hit> {
  const beginsWithSpace = needle.folded.startsWith(' ');
  let found = 0;
  let at = folded.indexOf(needle.folded);
  while (at >= 0 && found < most) {
    const behind = at + needle.folded.length;
    const isHit = needle.isEnding !== true || behind === folded.length || folded.charAt(behind) === ' ';
    if (isHit) {
      const start = starts[beginsWithSpace ? at + 1 : at] ?? 0;
      const end = ends[behind - 1] ?? start;
      if (end - start <= LONGEST_HIT) yield { start, end, needle };
      found += 1;
    }
    at = folded.indexOf(needle.folded, isHit ? behind : at + 1);
  }
}
