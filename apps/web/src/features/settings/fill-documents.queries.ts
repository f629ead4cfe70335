import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type ProposedValuesView } from '../../lib/api';
import { viewerZone } from '../../lib/time-zone';

export type Finder = 'dates' | 'filing' | 'invoice-details';
export type { ProposedValuesView };

const ROUTE = 'POST /api/organizations/{organizationId}/documents/batch/fill/{finder}';

/** What would be found in the documents of a search. */
export function usePreviewFill(organizationId: string, finder: Finder) {
  const path = { organizationId, finder };
  return useMutation({
    mutationFn: (query: string) =>
      api.request(`${ROUTE}/preview`, { path, body: { filter: { query, ...viewerZone() } } }),
  });
}

/** Always a task, so that it can be undone. */
export function useFill(organizationId: string, finder: Finder) {
  const path = { organizationId, finder };
  return useMutation({
    mutationFn: async (query: string) => {
      const body = { filter: { query, ...viewerZone() } };
      const started = await api.request(ROUTE, { path, body, headers: { prefer: 'respond-async' } });
      if (started === undefined) throw new Error('The server has started no task.');
      return started.taskId;
    },
  });
}

export function useUndoFill(organizationId: string) {
  return useMutation({
    mutationFn: async (taskId: string) => {
      const path = { organizationId, taskId };
      return (await api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path })).taskId;
    },
  });
}

/** After documents were filled. */
export function useRefreshDocuments(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['documents', organizationId] });
}
