import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { OFTEN_MS } from './system.queries';

const KEY = ['admin', 'backups'];

export const backups = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => api.request('GET /api/admin/backups', { signal }),
    refetchInterval: OFTEN_MS,
  });

/** A worker does it soon; the list shows how far it is. */
export function useRequestBackup(kind: 'create' | 'test') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request(kind === 'create' ? 'POST /api/admin/backups' : 'POST /api/admin/backups/test', {}),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
