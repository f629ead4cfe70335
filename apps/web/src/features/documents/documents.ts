import { SORT_FIELDS, type ChosenOrder, type SortField } from '../../lib/list-order';
import type { Condition } from './query-edit';

export type Layout = 'cards' | 'list';

/** What a list shows: the state that the address holds. */
export interface ListState extends ChosenOrder {
  q?: string | undefined;
  layout?: Layout | undefined;
  /** Comma-separated; the names of `columnsOf`. */
  columns?: string | undefined;
}

export const DEFAULT_COLUMNS = ['tags', 'documentDate', 'createdAt'] as const;
export const BUILT_IN_COLUMNS = ['tags', 'documentDate', 'createdAt', 'updatedAt', 'size', 'type'] as const;

/** The columns of a list, in their order: built-in names, or `property:` and the key of a custom property. */
export function columnsOf(text: string | undefined): string[] {
  if (text === undefined) return [...DEFAULT_COLUMNS];
  const known = (column: string) =>
    column.startsWith('property:') || BUILT_IN_COLUMNS.some((builtIn) => builtIn === column);
  return [...new Set(text.split(','))].filter(known);
}

/** The server sorts by these. */
export const sortFieldOf = (column: string): SortField | undefined => SORT_FIELDS.find((field) => field === column);

export const typeCondition = (mimeType: string): Condition => ({ field: 'type', value: mimeType.toLowerCase() });
export const dateCondition = (documentDate: string): Condition => ({ field: 'date', value: documentDate.slice(0, 10) });

/** Where an interval of rows lies in pages: the pages that have to be there to show it. */
export function pagesOf(first: number, last: number, pageSize: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** A suggestion put into the query. The caret goes behind it. */
export function withSuggestion(
  query: string,
  { insert, from, to }: { insert: string; from: number; to: number },
): { query: string; caret: number } {
  const isOpen = insert.endsWith(':');
  const after = query.slice(to).trimStart();
  const text = query.slice(0, from) + insert + (isOpen ? '' : ' ');
  return { query: text + after, caret: text.length };
}
