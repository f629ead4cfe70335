import { infiniteQueryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, apiUrl, type DocumentView } from '../../lib/api';
import { chunks, type TrashSort } from './trash';

/** Older servers have no previews. */
export type TrashedDocument = DocumentView & { preview?: { status: string; version: string | null } };

export interface TrashView {
  /** A part of the name. */
  name: string;
  sort: TrashSort;
  order: 'asc' | 'desc';
}

/** The address of the picture of the first page; undefined when there is none. */
export function thumbnailOf({ organizationId, id, preview }: TrashedDocument): string | undefined {
  if (preview?.status !== 'available') return undefined;
  const version = preview.version === null ? {} : { v: preview.version };
  return apiUrl(`/api/organizations/${organizationId}/documents/${id}/preview`, { page: 1, width: 240, ...version });
}

const PAGE_SIZE = 50;
/** What one request takes. */
const MOST_RESTORED = 100;
const MOST_PURGED = 500;

export const trashPages = (organizationId: string, { name, sort, order }: TrashView) =>
  infiniteQueryOptions({
    queryKey: ['trash', organizationId, 'pages', { name, sort, order }],
    queryFn: ({ pageParam, signal }) =>
      api.request('GET /api/organizations/{organizationId}/documents/deleted', {
        path: { organizationId },
        query: { name, sortField: sort, sortOrder: order, pageIndex: pageParam, pageSize: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ documents }, pages) => (documents.length < PAGE_SIZE ? undefined : pages.length),
  });

/** Takes documents out of the trash. */
export function useRestore(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documentIds: readonly string[]) => {
      const route = 'POST /api/organizations/{organizationId}/documents/batch/restore';
      for (const ids of chunks(documentIds, MOST_RESTORED)) {
        await api.request(route, { path: { organizationId }, body: { filter: { documentIds: ids } } });
      }
    },
    onMutate: (documentIds) => leaveOut(queryClient, organizationId, documentIds),
    onSettled: () => refresh(queryClient, organizationId),
  });
}

/** Puts documents into the trash again: the undo of {@link useRestore}. */
export function useTrashAgain(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documentIds: readonly string[]) => {
      const route = 'POST /api/organizations/{organizationId}/documents/batch/trash';
      for (const ids of chunks(documentIds, MOST_PURGED)) {
        await api.request(route, { path: { organizationId }, body: { filter: { documentIds: ids } } });
      }
    },
    onSettled: () => refresh(queryClient, organizationId),
  });
}

/** Deletes documents of the trash permanently. Returns how many were. */
export function usePurge(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documentIds: readonly string[]) => {
      let purged = 0;
      const route = 'POST /api/organizations/{organizationId}/documents/trash/purge';
      for (const ids of chunks(documentIds, MOST_PURGED)) {
        const { purgedCount } = await api.request(route, { path: { organizationId }, body: { documentIds: ids } });
        purged += purgedCount;
      }
      return purged;
    },
    onSettled: () => refresh(queryClient, organizationId),
  });
}

export function useEmptyTrash(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.request('DELETE /api/organizations/{organizationId}/documents/trash', { path: { organizationId } }),
    onSettled: () => refresh(queryClient, organizationId),
  });
}

/** Rows go at once; a failure brings them back with the next answer. */
async function leaveOut(
  queryClient: QueryClient,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const gone = new Set(documentIds);
  await queryClient.cancelQueries({ queryKey: ['trash', organizationId] });
  queryClient.setQueriesData<{
    pages: { documents: TrashedDocument[]; documentsCount: number }[];
    pageParams: unknown[];
  }>(
    { queryKey: ['trash', organizationId, 'pages'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map(({ documents, documentsCount }) => ({
          documents: documents.filter(({ id }) => !gone.has(id)),
          documentsCount: Math.max(0, documentsCount - gone.size),
        })),
      },
  );
}

async function refresh(queryClient: QueryClient, organizationId: string): Promise<void> {
  for (const resource of ['documents', 'tags', 'views'])
    void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
  await queryClient.invalidateQueries({ queryKey: ['trash', organizationId] });
}
