import {
  foldedNeedle,
  foldWords,
  isSearchableEnding,
  languageTerm,
  queryTerms,
  type RankedMark,
  type SearchField,
  type SearchTree,
} from '@archivolt/plugin-kit';
import { termOfMark, termsOfEnding, type MarkedTerm } from '@archivolt/search-sql';
import { edgeKey, termKey } from '../documents/term-keys.js';
import { prefixRange, type TermRange } from '../segments/index.js';

/** A condition on texts. */
export type TextLeafTree = Extract<SearchTree, { kind: 'ending' | 'language' | 'text' }>;

/** A long run of Chinese is verified in the text anyway, so a part of its pairs is enough to find candidates. */
const MAX_TERMS_OF_PHRASE = 48;

/** The terms that a field must have, all of them. */
export interface FieldTerms {
  field: SearchField;
  /** To look up in a segment. */
  ranges: TermRange[];
  /** To look up in the terms of one document, which have no edges. */
  keys: { key: Uint8Array; isPrefix: boolean }[];
}

/** How a condition on texts is answered. */
export interface TextLeaf {
  /** The same for leaves with the same answer. */
  key: string;
  /** One of them must match. */
  fields: FieldTerms[];
  /** What the folded text of one of the fields must contain; missing when the terms alone decide. */
  needle: string | undefined;
}

/** `undefined` when the leaf can match nothing. */
export function textLeaf(tree: TextLeafTree): TextLeaf | undefined {
  if (tree.kind === 'language') return languageLeaf([...new Set(tree.languages)].sort());
  const fields = [...new Set(tree.fields)].sort();
  if (fields.length === 0) return undefined;
  return tree.kind === 'ending' ? endingLeaf(tree.ending, fields) : wordsLeaf(tree.words, fields);
}

function wordsLeaf(given: readonly string[], fields: readonly SearchField[]): TextLeaf | undefined {
  const words = given.flatMap((word) => foldWords(word));
  if (words.length === 0) return undefined;
  const { whole, prefix, exact } = queryTerms(words);
  const terms = whole.slice(0, MAX_TERMS_OF_PHRASE);
  return {
    key: JSON.stringify([fields, words]),
    fields: fields.map((field) => fieldTerms(field, terms, prefix)),
    needle: exact ? undefined : foldedNeedle(words),
  };
}

/** Each content has the term of one language. */
function languageLeaf(languages: readonly string[]): TextLeaf | undefined {
  if (languages.length === 0) return undefined;
  return {
    key: JSON.stringify(['language', languages]),
    fields: languages.map((language) => fieldTerms('content', [languageTerm(language)], undefined)),
    needle: undefined,
  };
}

function endingLeaf(ending: string, fields: readonly SearchField[]): TextLeaf | undefined {
  if (!isSearchableEnding(ending)) return undefined;
  return {
    key: JSON.stringify([fields, { ending }]),
    fields: fields.flatMap((field) => termsOfEnding(ending).map((term) => markTerms(field, term))),
    needle: undefined,
  };
}

/** How the documents with a mark for the order by relevance are found. */
export function markLeaf(mark: RankedMark): TextLeaf {
  const { field, ...term } = termOfMark(mark);
  return { key: JSON.stringify([field, term]), fields: [markTerms(field, term)], needle: undefined };
}

function markTerms(field: SearchField, { term, isPrefix }: MarkedTerm): FieldTerms {
  const key = termKey(field, term);
  return { field, ranges: [isPrefix ? prefixRange(key) : { from: key, to: 'exact' }], keys: [{ key, isPrefix }] };
}

function fieldTerms(field: SearchField, whole: readonly string[], prefix: string | undefined): FieldTerms {
  const keys = whole.map((term) => ({ key: termKey(field, term), isPrefix: false }));
  const ranges: TermRange[] = keys.map(({ key }) => ({ from: key, to: 'exact' }));
  if (prefix !== undefined) {
    const key = termKey(field, prefix);
    const edge = edgeKey(field, prefix);
    keys.push({ key, isPrefix: true });
    ranges.push(edge === undefined ? prefixRange(key) : { from: edge, to: 'exact' });
  }
  return { field, ranges, keys };
}

/** All leaves of a tree that have terms, each once. */
export function textLeavesOf(tree: SearchTree, into = new Map<string, TextLeaf>()): Map<string, TextLeaf> {
  if (tree.kind === 'and' || tree.kind === 'or') for (const child of tree.children) textLeavesOf(child, into);
  else if (tree.kind === 'not') textLeavesOf(tree.child, into);
  else if (tree.kind === 'text' || tree.kind === 'ending' || tree.kind === 'language') {
    const leaf = textLeaf(tree);
    if (leaf !== undefined) into.set(leaf.key, leaf);
  }
  return into;
}
