import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pagesOf } from './documents';
import { documentPage, firstPage, PAGE_SIZE, type DocumentView, type ListedDocumentsView } from './documents.queries';
import type { ListQuery } from './documents.queries';

export interface Rows {
  /** How many documents match; undefined until the first answer. */
  count: number | undefined;
  explanation: ListedDocumentsView['explanation'];
  error: unknown;
  /** The rows are those of the query before. */
  isStale: boolean;
  retry: () => void;
  /** Undefined: not loaded. */
  at: (index: number) => DocumentView | undefined;
  /** The documents that are loaded, with their places. */
  loaded: () => Map<number, DocumentView>;
  /** Loads what is missing of an interval. */
  load: (first: number, last: number) => Promise<void>;
}

export interface Interval {
  first: number;
  last: number;
}

/** Whether two intervals of rows need the same pages. */
export function areSamePages(one: Interval, other: Interval): boolean {
  return String(pagesOf(one.first, one.last, PAGE_SIZE)) === String(pagesOf(other.first, other.last, PAGE_SIZE));
}

/** The rows of a list: the first page, and those pages that are on the screen. */
export function useRows(list: ListQuery, visible: Interval): Rows {
  const queryClient = useQueryClient();
  const head = useQuery(firstPage(list));
  const pages = pagesOf(visible.first, visible.last, PAGE_SIZE).filter((page) => page > 0);
  useQueries({ queries: pages.map((page) => documentPage(list, page)) });

  const { organizationId, q, sort, order } = list;
  const at = (index: number): DocumentView | undefined => {
    const page = Math.floor(index / PAGE_SIZE);
    const data = page === 0 ? head.data : queryClient.getQueryData(documentPage(list, page).queryKey);
    return data?.documents[index % PAGE_SIZE];
  };
  const loaded = (): Map<number, DocumentView> => {
    const found = new Map<number, DocumentView>();
    const last = Math.floor((head.data?.documentsCount ?? 0) / PAGE_SIZE);
    for (let page = 0; page <= last; page += 1) {
      const data = page === 0 ? head.data : queryClient.getQueryData(documentPage(list, page).queryKey);
      for (const [place, document] of (data?.documents ?? []).entries()) found.set(page * PAGE_SIZE + place, document);
    }
    return found;
  };
  const load = useCallback(
    async (first: number, last: number): Promise<void> => {
      const query = { organizationId, q, sort, order };
      for (const page of pagesOf(first, last, PAGE_SIZE)) await queryClient.query(documentPage(query, page));
    },
    [queryClient, organizationId, q, sort, order],
  );
  return {
    ...{ at, loaded, load },
    count: head.data?.documentsCount,
    explanation: head.data?.explanation,
    error: head.error,
    isStale: head.isPlaceholderData,
    retry: () => void head.refetch(),
  };
}
