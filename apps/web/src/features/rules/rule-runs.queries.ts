import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';

export const RUNS_ON_PAGE = 20;

export const ruleRuns = (organizationId: string, pageIndex: number) =>
  queryOptions({
    queryKey: ['rules', organizationId, 'runs', pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/tagging-rules/runs', {
        ...{ path: { organizationId }, query: { pageIndex, pageSize: RUNS_ON_PAGE }, signal },
      }),
    placeholderData: keepPreviousData,
  });

export function useUndoRun(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      api.request('POST /api/organizations/{organizationId}/tagging-rules/runs/{runId}/undo', {
        path: { organizationId, runId },
      }),
    onSettled: () => {
      for (const resource of ['rules', 'documents', 'tags'])
        void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
    },
  });
}

/** Takes back what a rule has changed in all documents. Returns the id of the task that does it. */
export function useUndoApplication(organizationId: string) {
  return useMutation({
    mutationFn: async (taskId: string) => {
      const path = { organizationId, taskId };
      return (await api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path })).taskId;
    },
  });
}
