import { foldedNeedle, type SearchField, type SearchTree } from '@archivolt/plugin-kit';

/** Words of a query to mark. */
export interface Needle {
  /** What the folded text of a field contains where the words are. */
  folded: string;
  fields: readonly SearchField[];
  /** Several words in a row say more than one. */
  words: number;
}

/** Returns the words that a query asks for, without those it excludes: a document is found because of these words. */
export function needlesOf(tree: SearchTree): Needle[] {
  const needles = new Map<string, Needle>();
  for (const { words, fields } of textLeaves(tree)) {
    if (words.length === 0) continue;
    const folded = foldedNeedle(words);
    const known = needles.get(folded);
    needles.set(folded, { folded, words: words.length, fields: [...new Set([...(known?.fields ?? []), ...fields])] });
  }
  return [...needles.values()];
}

function* textLeaves(tree: SearchTree): Iterable<Extract<SearchTree, { kind: 'text' }>> {
  if (tree.kind === 'text') yield tree;
  if (tree.kind === 'and' || tree.kind === 'or') for (const child of tree.children) yield* textLeaves(child);
}
