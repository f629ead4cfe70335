/** How long a content is: of a short one, each word says more. */
export type ContentLength = 'long' | 'medium' | 'short';

/** What an index knows of a content besides its terms, for the order by relevance. */
export interface ContentMarks {
  length: ContentLength;
  /** Terms that the content repeats, as much as its length makes remarkable. */
  prominent: string[];
  /** Those of them that it is about. */
  veryProminent: string[];
}

const SHORT_TERMS = 120;
const LONG_TERMS = 1_000;
/** The shares of a term's highest possible weight, as BM25 computes it, from which on it is marked. */
const PROMINENT = 0.5;
const VERY_PROMINENT = 0.75;
/** A term that occurs once is not marked: it would nearly double the index of an archive of short letters. */
const LEAST_REPEATED = 2;

/** How soon more occurrences of a term stop to count, and how much the length of a text counts. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** The length of a usual content. It is the same in every archive, so that marks once stored stay right. */
const USUAL_TERMS = 300;

/**
 * Returns from 0 to 1 how much a text is about something that occurs so often in it. `length` is 1 for a text of usual
 * length, and 2 for one that is twice as long.
 */
export function saturated(occurrences: number, length: number): number {
  return occurrences / (occurrences + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
}

/** Returns the marks of a content by how often each of its `indexTerms` occurs in it. */
export function contentMarks(occurrences: ReadonlyMap<string, number>): ContentMarks {
  let terms = 0;
  for (const count of occurrences.values()) terms += count;
  const prominent: string[] = [];
  const veryProminent: string[] = [];
  for (const [term, count] of occurrences) {
    if (count < LEAST_REPEATED) continue;
    const share = saturated(count, terms / USUAL_TERMS);
    if (share >= PROMINENT) prominent.push(term);
    if (share >= VERY_PROMINENT) veryProminent.push(term);
  }
  return { length: terms < SHORT_TERMS ? 'short' : terms < LONG_TERMS ? 'medium' : 'long', prominent, veryProminent };
}
