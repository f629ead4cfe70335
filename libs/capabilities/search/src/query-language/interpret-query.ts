import {
  foldWords,
  isPartOfIdentifier,
  joinedIdentifier,
  partsOfIdentifier,
  type RankedTerm,
  type SearchField,
  type SearchTree,
} from '@archivolt/plugin-kit';
import { FILTER_NAMES, parseQuery, type QueryFilter, type QueryNode, type QueryNote } from '#capabilities/query';
import { ADDITIONAL_FILTERS, BUILT_IN_FILTERS } from './built-in-filters.js';
import { explainedQueryOf, type QueryExplanation } from './explanation.js';
import { FilterContext, shown, type InterpretationOptions } from './filter-context.js';
import type { InterpretedQuery, QueryMeaning } from './interpreted-query.js';
import { lookUp } from './look-ups.js';
import { propertyMeaning } from './property-filters.js';
import type { QueryResolver } from './query-resolver.js';
import { rankedTermsIn } from './ranked-terms.js';
import { searchTreeOf } from './search-tree.js';
import { textMeaning } from './text-meaning.js';

/** What a query means, for the search plugin and for users. */
export interface UnderstoodQuery {
  tree: SearchTree;
  /** The same documents, with every word and other form that can be marked in them. */
  marks: SearchTree;
  /** What an order by relevance goes by, without labels; none for a query without words. */
  terms: RankedTerm[];
  explanation: QueryExplanation;
}

/**
 * Interprets a query. Every text is a valid query: what is not understood is ignored or matches nothing, and a note in
 * the explanation says so.
 */
export async function interpretQuery(
  query: string,
  options: InterpretationOptions,
  resolver: QueryResolver,
): Promise<UnderstoodQuery> {
  const { tree, notes } = parseQuery(query);
  const context = new FilterContext(options, await lookUp(tree, resolver, options), notes, lastLeafOf(tree));
  const interpreted = (tree && meaningOf(tree, context)) ?? { kind: 'all' };
  return {
    tree: searchTreeOf(interpreted, { covered: false }),
    marks: searchTreeOf(interpreted, { covered: true }),
    terms: rankedTermsIn(interpreted),
    explanation: { tree: explainedQueryOf(interpreted), notes: notes.sort(inOrder) },
  };
}

function lastLeafOf(tree: QueryNode | undefined): QueryNode | undefined {
  if (tree?.kind === 'not') return lastLeafOf(tree.child);
  return tree?.kind === 'and' || tree?.kind === 'or' ? lastLeafOf(tree.children.at(-1)) : tree;
}

function inOrder(a: QueryNote, b: QueryNote): number {
  return a.from - b.from || a.to - b.to;
}

const TEXT_FIELDS: readonly SearchField[] = ['name', 'content', 'notes'];

/** `undefined` stands for a part without a condition, such as a word of symbols only. */
function meaningOf(node: QueryNode, context: FilterContext): InterpretedQuery | undefined {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const meanings = (nodes: readonly QueryNode[]) =>
        nodes.map((child) => meaningOf(child, context)).filter((child) => child !== undefined);
      const children =
        node.kind === 'and'
          ? runsOf(node.children).flatMap((run) => withIdentifier(run, meanings(run)))
          : meanings(node.children);
      return children.length > 1 ? { kind: node.kind, children } : children[0];
    }
    case 'not': {
      const child = meaningOf(node.child, context);
      return child && { kind: 'not', child };
    }
    case 'filter':
      return filterMeaning(node, context);
    case 'text': {
      const meaning = textMeaning(node, [...TEXT_FIELDS], context);
      if (meaning === undefined)
        context.note(node, 'no-words', `${shown(node.text)} is ignored because it has neither a letter nor a digit.`);
      return meaning;
    }
  }
}

/** Words one after the other that may be groups of one identifier, such as an IBAN; every other node by itself. */
function runsOf(nodes: readonly QueryNode[]): QueryNode[][] {
  const runs: QueryNode[][] = [];
  let isOpen = false;
  for (const node of nodes) {
    const mayBePart = node.kind === 'text' && !node.quoted && partsOfIdentifier(node.text).every(isPartOfIdentifier);
    if (mayBePart && isOpen) runs.at(-1)?.push(node);
    else runs.push([node]);
    isOpen = mayBePart;
  }
  return runs;
}

/** Documents with all of the groups, or with the identifier written without its spaces. */
function withIdentifier(run: readonly QueryNode[], meanings: InterpretedQuery[]): InterpretedQuery[] {
  const texts = run.flatMap((node) => (node.kind === 'text' ? node.text : []));
  const joined = texts.length > 1 ? joinedIdentifier(texts) : undefined;
  if (joined === undefined) return meanings;
  const whole = {
    kind: 'text' as const,
    words: foldWords(joined),
    fields: [...TEXT_FIELDS],
    alternatives: [],
    stems: [],
    endings: [],
  };
  return [{ kind: 'or', children: [{ kind: 'and', children: meanings }, whole] }];
}

const TEXT_FILTERS: ReadonlySet<string> = new Set(TEXT_FIELDS);

/** A text of a custom property can be empty, and words that are missing have a note of their own. */
function mayBeEmpty(field: string, context: FilterContext): boolean {
  if (TEXT_FILTERS.has(field)) return true;
  return !BUILT_IN_FILTERS.has(field) && context.propertyOf(field)?.type === 'text';
}

function filterMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  const { field } = filter;
  if (filter.value === '' && context.isLast(filter) && !mayBeEmpty(field, context))
    return context.unfinished(filter, 'Write a value after the colon.');
  const builtIn = BUILT_IN_FILTERS.get(field);
  if (builtIn !== undefined) return builtIn(filter, context);
  const property = context.propertyOf(field);
  if (property !== undefined) return propertyMeaning(filter, property, context);
  const additional = ADDITIONAL_FILTERS.get(field);
  if (additional !== undefined) return additional(filter, context);
  const known = FILTER_NAMES.map((name) => `${name}:`).join(', ');
  const reason = `Neither a filter nor a custom property has the name ${shown(field)}. Known filters are ${known}; to search for the text, put it in quotes.`;
  return context.nothing(filter, 'unknown-filter', reason);
}
