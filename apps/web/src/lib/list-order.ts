import { parseQuery, type QueryNode } from './query-language';

/** `relevance` is the best match first. */
export const SORT_FIELDS = ['relevance', 'createdAt', 'documentDate', 'name', 'size', 'updatedAt'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type SortOrder = 'asc' | 'desc';

export interface ListOrder {
  sort: SortField;
  /** Means nothing for `relevance`. */
  order: SortOrder;
}

/** What a person chose; the rest is left to the query. */
export interface ChosenOrder {
  sort?: SortField | undefined;
  order?: SortOrder | undefined;
}

/** Names sort from A, times from the newest, sizes from the largest. */
export const defaultOrder = (field: SortField): SortOrder => (field === 'name' ? 'asc' : 'desc');

/** Searches for words have the best match first, those for similar documents the most similar, and other lists the newest. */
export function orderOf(q: string, { sort, order }: ChosenOrder): ListOrder {
  const ranked = hasWords(q);
  const field = sort ?? (ranked ? 'relevance' : 'createdAt');
  // Without words nothing matches better than anything else.
  const shown = field === 'relevance' && !ranked ? 'createdAt' : field;
  return { sort: shown, order: (shown === field ? order : undefined) ?? defaultOrder(shown) };
}

const RANKED_FILTERS: ReadonlySet<string> = new Set(['name', 'content', 'notes', 'similar']);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Whether a query asks for words, in any text of a document, or for what is like a document. */
export function hasWords(q: string): boolean {
  const { tree } = parseQuery(q);
  return tree !== undefined && asksForWords(tree);
}

function asksForWords(node: QueryNode): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.some(asksForWords);
    case 'not':
      return false;
    case 'text':
      return LETTER_OR_DIGIT.test(node.text);
    case 'filter':
      return RANKED_FILTERS.has(node.field.toLowerCase()) && LETTER_OR_DIGIT.test(node.value);
  }
}
