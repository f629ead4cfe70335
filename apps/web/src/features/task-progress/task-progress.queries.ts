import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';

const POLL_MS = 400;

export const isOver = (status: string): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** A task, asked for again until it is over. */
export const runningTask = (organizationId: string, taskId: string) =>
  queryOptions({
    queryKey: ['tasks', organizationId, 'one', taskId],
    queryFn: async ({ signal }) => {
      const path = { organizationId, taskId };
      return (await api.request('GET /api/organizations/{organizationId}/tasks/{taskId}', { path, signal })).task;
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : POLL_MS),
    staleTime: 0,
  });

export function useCancelTask(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) =>
      api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/cancel', {
        path: { organizationId, taskId },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks', organizationId] }),
  });
}
