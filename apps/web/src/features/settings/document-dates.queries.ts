import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type DocumentDatesSettingsView, type ProposedDatesView } from '../../lib/api';
import { viewerZone } from '../../lib/time-zone';
import { organizationSettings } from './settings.queries';

export type DateDetection = DocumentDatesSettingsView['dateDetection'];
export type { ProposedDatesView };

const ROUTE = 'POST /api/organizations/{organizationId}/documents/batch/found-dates';

export function useChangeDateDetection(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (dateDetection: DateDetection) =>
      api.request('PATCH /api/organizations/{organizationId}/settings', {
        path: { organizationId },
        body: { documents: { dateDetection } },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: organizationSettings(organizationId).queryKey }),
  });
}

/** The dates that would be found in the documents of a search. */
export function usePreviewDates(organizationId: string) {
  return useMutation({
    mutationFn: (query: string) =>
      api.request(`${ROUTE}/preview`, { path: { organizationId }, body: { filter: { query, ...viewerZone() } } }),
  });
}

/** Always a task, so that it can be undone. */
export function useFindDates(organizationId: string) {
  return useMutation({
    mutationFn: async (query: string) => {
      const started = await api.request(ROUTE, {
        path: { organizationId },
        body: { filter: { query, ...viewerZone() } },
        headers: { prefer: 'respond-async' },
      });
      if (started === undefined) throw new Error('The server has started no task.');
      return started.taskId;
    },
  });
}

export function useUndoFoundDates(organizationId: string) {
  return useMutation({
    mutationFn: async (taskId: string) => {
      const path = { organizationId, taskId };
      return (await api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path })).taskId;
    },
  });
}

/** After documents got dates. */
export function useRefreshDates(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['documents', organizationId] });
}
