import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type DocumentDatesSettingsView, type LearnedFilingView } from '../../lib/api';
import { organizationSettings } from './settings.queries';

export type LearnedFiling = DocumentDatesSettingsView['learnedFiling'];
export type LearnedLabelReport = LearnedFilingView['labels'][number];

export const learnedFilingOf = (organizationId: string) =>
  queryOptions({
    queryKey: ['learned-filing', organizationId],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/learned-filing', { path: { organizationId }, signal }),
  });

export function useChangeLearnedFiling(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (learnedFiling: LearnedFiling) =>
      api.request('PATCH /api/organizations/{organizationId}/settings', {
        path: { organizationId },
        body: { documents: { learnedFiling } },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: organizationSettings(organizationId).queryKey }),
  });
}

/** Begins to learn, in the background. */
export function useLearnNow(organizationId: string) {
  return useMutation({
    mutationFn: () =>
      api.request('POST /api/organizations/{organizationId}/learned-filing/learn', { path: { organizationId } }),
  });
}
