import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type DocumentDatesSettingsView } from '../../lib/api';
import { organizationSettings } from './settings.queries';

export type DateDetection = DocumentDatesSettingsView['dateDetection'];

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
