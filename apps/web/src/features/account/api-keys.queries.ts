import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CreateApiKeyBody } from '../../lib/api';
import { wholeList } from '../../lib/whole-list';

export const apiKeys = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) =>
      wholeList(async (query) => (await api.request('GET /api/api-keys', { query, signal })).apiKeys),
  });

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateApiKeyBody) => api.request('POST /api/api-keys', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}

/** The keys of the user, one after the other. */
export function useDeleteApiKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (apiKeyIds: readonly string[]) => {
      for (const apiKeyId of apiKeyIds) await api.request('DELETE /api/api-keys/{apiKeyId}', { path: { apiKeyId } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}

export function useDeleteApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) => api.request('DELETE /api/api-keys/{apiKeyId}', { path: { apiKeyId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}
