import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type TaskView } from '../../lib/api';

export type Task = TaskView;

const KEPT = 20;
const WHILE_RUNNING_MS = 1_500;
const AT_REST_MS = 30_000;

export const isRunning = ({ status }: Pick<Task, 'status'>): boolean => status === 'pending' || status === 'running';

/** The latest background work of an organization. */
export const tasks = (organizationId: string) =>
  queryOptions({
    queryKey: ['tasks', organizationId],
    queryFn: async ({ signal }) => {
      const input = { path: { organizationId }, query: { pageSize: KEPT }, signal };
      return (await api.request('GET /api/organizations/{organizationId}/tasks', input)).tasks;
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WHILE_RUNNING_MS : AT_REST_MS),
  });

type Change = 'cancel' | 'undo';

/** Cancels a task, or undoes what it has changed. */
export function useChangeTask(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation<unknown, Error, { taskId: string; change: Change }>({
    mutationFn: ({ taskId, change }) => {
      const path = { organizationId, taskId };
      return change === 'cancel'
        ? api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/cancel', { path })
        : api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks', organizationId] }),
  });
}
