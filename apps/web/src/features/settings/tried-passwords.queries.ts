import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';

const LIST = '/api/organizations/{organizationId}/document-passwords';

export const triedPasswords = (organizationId: string) =>
  queryOptions({
    queryKey: ['document-passwords', organizationId],
    queryFn: async ({ signal }) =>
      (await api.request(`GET ${LIST}`, { path: { organizationId }, signal })).documentPasswords,
  });

export interface NewPassword {
  name: string;
  password: string;
  /** Has the documents read again that nothing has opened so far. */
  readAgain: boolean;
}

export function useAddPassword(organizationId: string) {
  const queryClient = useQueryClient();
  const path = { organizationId };
  return useMutation({
    mutationFn: async ({ readAgain, ...body }: NewPassword) => {
      await api.request(`POST ${LIST}`, { path, body });
      if (!readAgain) return;
      await api.request('POST /api/organizations/{organizationId}/documents/batch/reprocess', {
        path,
        body: { filter: { query: '' }, outcomes: ['encrypted'] },
      });
    },
    onSettled: () => queryClient.invalidateQueries(triedPasswords(organizationId)),
  });
}

export function useRemovePassword(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (passwordId: string) =>
      api.request(`DELETE ${LIST}/{passwordId}`, { path: { organizationId, passwordId } }),
    onSettled: () => queryClient.invalidateQueries(triedPasswords(organizationId)),
  });
}
