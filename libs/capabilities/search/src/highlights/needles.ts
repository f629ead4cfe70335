import { foldedNeedle, type SearchField, type SearchTree } from '@archivolt/plugin-kit';

/** Words of a query to mark. */
export interface Needle {
  /** What the folded text of a field contains where the words are. */
  folded: string;
  fields: readonly SearchField[];
  /** Several words in a row say more than one. */
  words: number;
  /** Whether a word ends with it. */
  isEnding?: boolean;
}

/** Returns the words that a query asks for, without those it excludes: a document is found because of these words. */
export function needlesOf(tree: SearchTree): Needle[] {
  const needles = new Map<string, Needle>();
  for (const leaf of textLeaves(tree)) {
    const needle = needleOf(leaf);
    const key = `${needle.folded} ${String(needle.isEnding)}`;
    if (needle.folded === '') continue;
    const fields = new Set([...(needles.get(key)?.fields ?? []), ...needle.fields]);
    needles.set(key, { ...needle, fields: [...fields] });
  }
  return [...needles.values()];
}

type TextLeaf = Extract<SearchTree, { kind: 'ending' | 'text' }>;

function needleOf(leaf: TextLeaf): Needle {
  if (leaf.kind === 'ending') return { folded: leaf.ending, fields: leaf.fields, words: 1, isEnding: true };
  return { folded: foldedNeedle(leaf.words), fields: leaf.fields, words: leaf.words.length };
}

function* textLeaves(tree: SearchTree): Iterable<TextLeaf> {
  if (tree.kind === 'text' || tree.kind === 'ending') yield tree;
  if (tree.kind === 'and' || tree.kind === 'or') for (const child of tree.children) yield* textLeaves(child);
}
