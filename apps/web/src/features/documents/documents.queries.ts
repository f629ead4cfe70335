import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, apiUrl, type DocumentView, type Input, type ListedDocumentsView, type ResponseOf } from '../../lib/api';
import type { ListOrder } from '../../lib/list-order';
import { viewerZone } from '../../lib/time-zone';
import { wholeList } from '../../lib/whole-list';

export type {
  CustomPropertyView,
  DocumentPropertyView,
  DocumentView,
  FacetsView,
  HighlightView,
  ListedDocumentsView,
  ListedTagView,
  QueryNoteView,
  QueryPartView,
  SuggestionView,
  TagView,
} from '../../lib/api';

export const PAGE_SIZE = 100;
const KEEP_MS = 60_000;

export interface ListQuery extends ListOrder {
  organizationId: string;
  q: string;
}

/** A list on the screen. */
export interface OpenList extends ListQuery {
  /** What of it a link to one of its documents has, for the way back. */
  inAddress: { q?: string } & Partial<ListOrder>;
}

const listKey = ({ organizationId, q, sort, order }: ListQuery) =>
  ['documents', organizationId, 'list', { q, sort, order }] as const;

/** All pages of all lists of an organization. */
export const listsKey = (organizationId: string) => ['documents', organizationId, 'list'] as const;

/** One page of a list. The first one says how many documents match and how the search was understood. */
export const documentPage = (list: ListQuery, pageIndex: number) =>
  queryOptions({
    queryKey: [...listKey(list), pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/documents', {
        path: { organizationId: list.organizationId },
        query: {
          searchQuery: list.q,
          ...viewerZone(),
          sortField: list.sort,
          sortOrder: list.order,
          pageIndex,
          pageSize: PAGE_SIZE,
          ...(list.q === '' ? {} : { highlight: true, explain: pageIndex === 0 }),
        },
        signal,
      }),
    gcTime: KEEP_MS,
  });

/** The first page stays on the screen while that of a changed query is on its way. */
export const firstPage = (list: ListQuery) =>
  queryOptions({ ...documentPage(list, 0), placeholderData: keepPreviousData<ListedDocumentsView | undefined> });

/** How many documents match now, without showing them. */
export const matchCount = (organizationId: string, q: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'count', q],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/documents', {
          path: { organizationId },
          query: { searchQuery: q, pageSize: 1, ...viewerZone() },
          signal,
        })
      ).documentsCount,
    gcTime: KEEP_MS,
  });

export const suggestions = (organizationId: string, query: string, caret: number) =>
  queryOptions({
    queryKey: ['suggestions', organizationId, query, caret],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/search/suggestions', {
          path: { organizationId },
          query: { query, caret },
          signal,
        })
      ).suggestions,
    gcTime: KEEP_MS,
    placeholderData: keepPreviousData,
  });

/** A query with so few results may have a mistake. */
export const FEW_RESULTS = 2;

export interface Correction {
  query: string;
  count: number;
}

/** A similar query that finds more, for one that finds nothing or few documents. */
export const didYouMean = (organizationId: string, query: string) =>
  queryOptions({
    queryKey: ['suggestions', organizationId, 'didYouMean', query],
    queryFn: async ({ signal }): Promise<Correction | null> => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/search/suggestions';
      const asked = { query, didYouMean: true, ...viewerZone() };
      const { didYouMean: similar, didYouMeanCount } = await api.request(route, { path, query: asked, signal });
      return similar === null ? null : { query: similar, count: didYouMeanCount ?? 0 };
    },
    gcTime: KEEP_MS,
  });

export const facets = (organizationId: string, searchQuery: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'facets', searchQuery],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/documents/facets', {
        path: { organizationId },
        query: { searchQuery, ...viewerZone() },
        signal,
      }),
    gcTime: KEEP_MS,
  });

export const allTags = (organizationId: string) =>
  queryOptions({
    queryKey: ['tags', organizationId],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/tags';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).tags);
    },
  });

export const previewUrl = (organizationId: string, documentId: string, version: string | null, width: number): string =>
  apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/preview`, {
    page: 1,
    width,
    ...(version === null ? {} : { v: version }),
  });

const MOST_TRIES = 20;

/** Asks for a picture that is still being made, as often as the server says and only for a while. */
export const pendingPreview = (organizationId: string, documentId: string, width: 240 | 800 | 1600) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'preview', documentId, width],
    queryFn: async ({ signal }): Promise<{ isReady: boolean; retryMs: number }> => {
      const response = await fetch(previewUrl(organizationId, documentId, null, width), { signal });
      await response.body?.cancel();
      if (response.status !== 200 && response.status !== 202) throw new Error(`preview: ${response.status}`);
      const seconds = Number(response.headers.get('retry-after') ?? '2');
      return { isReady: response.status === 200, retryMs: Math.max(1, Number.isFinite(seconds) ? seconds : 2) * 1000 };
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !data.isReady && dataUpdateCount < MOST_TRIES ? data.retryMs : false,
    retry: false,
  });

/** Changes documents in all pages of lists that are in the cache; null takes one out. */
export function patchLists(
  queryClient: QueryClient,
  organizationId: string,
  patch: (document: DocumentView) => DocumentView | null,
): void {
  queryClient.setQueriesData<ListedDocumentsView>({ queryKey: listsKey(organizationId) }, (page) => {
    if (!page) return page;
    const documents = page.documents.map(patch);
    if (documents.every((each, index) => each === page.documents[index])) return page;
    const kept = documents.filter((each) => each !== null);
    return { ...page, documents: kept, documentsCount: page.documentsCount - (documents.length - kept.length) };
  });
}

export async function refreshLists(queryClient: QueryClient, organizationId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: listsKey(organizationId) }),
    queryClient.invalidateQueries({ queryKey: ['documents', organizationId, 'facets'] }),
    queryClient.invalidateQueries({ queryKey: ['documents', organizationId, 'count'] }),
    queryClient.invalidateQueries({ queryKey: ['views', organizationId, 'counts'] }),
  ]);
}

interface BatchBodies {
  date: Input<'POST /api/organizations/{organizationId}/documents/batch/date'>['body'];
  properties: Input<'POST /api/organizations/{organizationId}/documents/batch/properties'>['body'];
  reprocess: Input<'POST /api/organizations/{organizationId}/documents/batch/reprocess'>['body'];
  restore: Input<'POST /api/organizations/{organizationId}/documents/batch/restore'>['body'];
  tags: Input<'POST /api/organizations/{organizationId}/documents/batch/tags'>['body'];
  trash: Input<'POST /api/organizations/{organizationId}/documents/batch/trash'>['body'];
}
export type BatchBodyOf<Name extends keyof BatchBodies> = BatchBodies[Name];

/** Sends a batch. With `isTask` it becomes a task whatever its size, so that it can be undone. */
export async function sendBatch<Name extends keyof BatchBodies>(
  organizationId: string,
  name: Name,
  body: BatchBodyOf<Name>,
  isTask: boolean,
): Promise<{ taskId: string } | undefined> {
  const send = api.request as (route: string, input: object) => Promise<unknown>;
  const answer = await send(`POST /api/organizations/{organizationId}/documents/batch/${name}`, {
    path: { organizationId },
    body,
    ...(isTask && name !== 'reprocess' ? { headers: { prefer: 'respond-async' } } : {}),
  });
  return typeof answer === 'object' && answer !== null && 'taskId' in answer
    ? (answer as { taskId: string })
    : undefined;
}

export type Task = ResponseOf<'GET /api/organizations/{organizationId}/tasks/{taskId}'>['task'];

export const readTask = async (organizationId: string, taskId: string): Promise<Task> =>
  (await api.request('GET /api/organizations/{organizationId}/tasks/{taskId}', { path: { organizationId, taskId } }))
    .task;

/** Cancels what is still to do and takes back what is done. */
export async function undoTask(organizationId: string, taskId: string): Promise<string | undefined> {
  const path = { organizationId, taskId };
  if ((await readTask(organizationId, taskId)).isCancellable)
    await api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/cancel', { path });
  if (!(await readTask(organizationId, taskId)).isUndoable) return undefined;
  return (await api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path })).taskId;
}

export function useCreateTag(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (tag: { name: string; color: string }) =>
      (
        await api.request('POST /api/organizations/{organizationId}/tags', {
          path: { organizationId },
          body: { ...tag, description: '' },
        })
      ).tag,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tags', organizationId] }),
  });
}

export function useRename(organizationId: string) {
  return useMutation({
    mutationFn: ({ documentId, name }: { documentId: string; name: string }) =>
      api.request('PATCH /api/organizations/{organizationId}/documents/{documentId}', {
        path: { organizationId, documentId },
        body: { name },
      }),
  });
}
