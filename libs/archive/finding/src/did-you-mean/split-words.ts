import { foldWords } from '@archivolt/plugin-kit';
import type { QueryNode, QueryText } from '#capabilities/query';

const SHORTEST_PART = 4;
const LONGEST_WORD = 40;
/** What may stand between the parts of a word in German and the Nordic languages. */
const LINK = 's';
const LETTERS = /^[\p{L}\p{M}]+$/u;

/** A word in two parts, which a document may have as words of their own. */
export type Parts = readonly [first: string, second: string];

/** All ways to take a word for two that are joined, such as `steuerbescheid`; none for a text of another kind. */
export function splitsOf(word: string): Parts[] {
  const letters = Array.from(word);
  if (letters.length > LONGEST_WORD || !LETTERS.test(word) || foldWords(word).length !== 1) return [];
  const splits: Parts[] = [];
  for (let at = SHORTEST_PART; at <= letters.length - SHORTEST_PART; at += 1) {
    const second = letters.slice(at).join('');
    splits.push([letters.slice(0, at).join(''), second]);
    const isLinked = letters[at - 1]?.toLowerCase() === LINK && at > SHORTEST_PART;
    if (isLinked) splits.push([letters.slice(0, at - 1).join(''), second]);
  }
  return splits;
}

/** The condition that a document has both parts of one of these splits. */
export function anyOf(splits: readonly Parts[], { from, to }: QueryText): QueryNode {
  const place = { from, to };
  const both = splits.map((parts): QueryNode => ({
    ...{ kind: 'and', ...place },
    children: parts.map((text): QueryNode => ({ kind: 'text', text, quoted: false, ...place })),
  }));
  const [only] = both;
  return both.length === 1 && only !== undefined ? only : { kind: 'or', children: both, ...place };
}

/**
 * Returns the split with which the query finds something: one search when there is none, and otherwise a few, each of them
 * with half of what is left.
 */
export async function findSplit(
  splits: readonly Parts[],
  finds: (splits: readonly Parts[]) => Promise<boolean>,
): Promise<Parts | undefined> {
  if (splits.length === 0 || !(await finds(splits))) return undefined;
  let left = splits;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await finds(half)) ? half : left.slice(half.length);
  }
  return left[0];
}
