import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type DocumentViewBody, type DocumentViewView } from '../../lib/api';
import { moved } from './view-tree';

export type { DocumentViewBody, DocumentViewView } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { viewerZone } from '../../lib/time-zone';
import { wholeList } from '../../lib/whole-list';

const LIST = 'GET /api/organizations/{organizationId}/document-views';
const ONE = '/api/organizations/{organizationId}/document-views/{documentViewId}';

export const allViews = (organizationId: string) =>
  queryOptions({
    queryKey: ['views', organizationId, 'list'],
    queryFn: ({ signal }) =>
      wholeList(async (query) => (await api.request(LIST, { path: { organizationId }, query, signal })).documentViews),
  });

/** How many documents each view finds; null where counting took too long. */
export const viewCounts = (organizationId: string) =>
  queryOptions({
    queryKey: ['views', organizationId, 'counts'],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/document-views/counts', {
          path: { organizationId },
          query: viewerZone(),
          signal,
        })
      ).counts,
  });

/** All that the server keeps of a view, as it wants it back. */
export function bodyOf(view: DocumentViewView): DocumentViewBody {
  const { name, query, description, parentId, position, isPinned, isShared, sortField, sortOrder, columns, layout } =
    view;
  return {
    ...{ name, query, parentId, position, isPinned, isShared, columns },
    ...(description === null ? {} : { description }),
    ...(sortField === null ? {} : { sortField }),
    ...(sortOrder === null ? {} : { sortOrder }),
    ...(layout === null ? {} : { layout }),
  };
}

export function useCreateView(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: DocumentViewBody) =>
      (
        await api.request('POST /api/organizations/{organizationId}/document-views', {
          path: { organizationId },
          body,
        })
      ).documentView,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['views', organizationId] }),
  });
}

interface ViewChange {
  view: DocumentViewView;
  change: Partial<DocumentViewBody>;
}

/** Changes a view; its name and search are sent with every change. */
export function useUpdateView(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = allViews(organizationId);
  return useMutation({
    mutationFn: async ({ view, change }: ViewChange) => {
      const { name, query } = view;
      return (
        await api.request(`PUT ${ONE}`, {
          path: { organizationId, documentViewId: view.id },
          body: { name, query, ...change },
        })
      ).documentView;
    },
    ...optimisticUpdate(
      queryClient,
      queryKey,
      (views, { view, change: { parentId, position, ...change } }: ViewChange) => {
        const changed = views.map((each) => (each.id === view.id ? { ...each, ...change } : each));
        if (position === undefined) return changed;
        return moved(changed, view.id, { parentId: parentId === undefined ? view.parentId : parentId, position });
      },
    ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['views', organizationId] }),
  });
}

export function useDeleteView(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (view: DocumentViewView) =>
      api.request(`DELETE ${ONE}`, { path: { organizationId, documentViewId: view.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['views', organizationId] }),
  });
}
