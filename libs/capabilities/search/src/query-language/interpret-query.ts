import type { SearchField, SearchTree } from '@archivolt/plugin-kit';
import { FILTER_NAMES, parseQuery, type QueryFilter, type QueryNode, type QueryNote } from '#capabilities/query';
import { ADDITIONAL_FILTERS, BUILT_IN_FILTERS } from './built-in-filters.js';
import { explainedQueryOf, type QueryExplanation } from './explanation.js';
import { FilterContext, shown, type InterpretationOptions } from './filter-context.js';
import type { InterpretedQuery, QueryMeaning } from './interpreted-query.js';
import { lookUp } from './look-ups.js';
import { propertyMeaning } from './property-filters.js';
import type { QueryResolver } from './query-resolver.js';
import { searchTreeOf } from './search-tree.js';
import { textMeaning } from './text-meaning.js';

/** What a query means, for the search plugin and for users. */
export interface UnderstoodQuery {
  tree: SearchTree;
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
  const context = new FilterContext(options, await lookUp(tree, resolver), notes);
  const interpreted = (tree && meaningOf(tree, context)) ?? { kind: 'all' };
  return {
    tree: searchTreeOf(interpreted),
    explanation: { tree: explainedQueryOf(interpreted), notes: notes.sort(inOrder) },
  };
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
      const children = node.children.map((child) => meaningOf(child, context)).filter((child) => child !== undefined);
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

function filterMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  const { field } = filter;
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
