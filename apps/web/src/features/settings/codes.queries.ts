import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CodeSettingsView } from '../../lib/api';

const ROUTE = '/api/organizations/{organizationId}/document-codes/settings';

export const codeSettings = (organizationId: string) =>
  queryOptions({
    queryKey: ['settings', organizationId, 'codes'],
    queryFn: ({ signal }) => api.request(`GET ${ROUTE}`, { path: { organizationId }, signal }),
  });

export function useChangeCodeSettings(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CodeSettingsView) => api.request(`PATCH ${ROUTE}`, { path: { organizationId }, body }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: codeSettings(organizationId).queryKey }),
  });
}
