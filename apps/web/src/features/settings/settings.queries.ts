import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type AutoTaggingView } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { organizations } from '../session';

export const usage = (organizationId: string) =>
  queryOptions({
    queryKey: ['usage', organizationId, 'now'],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/usage', { path: { organizationId }, signal }),
  });

export const statistics = (organizationId: string) =>
  queryOptions({
    queryKey: ['usage', organizationId, 'statistics'],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      const found = await api.request('GET /api/organizations/{organizationId}/documents/statistics', { path, signal });
      return found.organizationStats;
    },
  });

export const organizationSettings = (organizationId: string) =>
  queryOptions({
    queryKey: ['settings', organizationId],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      return (await api.request('GET /api/organizations/{organizationId}/settings', { path, signal }))
        .organizationSettings;
    },
  });

/** Changes the name everywhere before the server has answered. */
export function useRenameOrganization(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = organizations();
  return useMutation({
    mutationFn: (name: string) =>
      api.request('PUT /api/organizations/{organizationId}', { path: { organizationId }, body: { name } }),
    ...optimisticUpdate(queryClient, queryKey, (all, name: string) =>
      all.map((each) => (each.id === organizationId ? { ...each, name } : each)),
    ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeleteOrganization(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request('DELETE /api/organizations/{organizationId}', { path: { organizationId } }),
    onSuccess: () => {
      queryClient.setQueryData(organizations().queryKey, (all) => all?.filter(({ id }) => id !== organizationId));
      void queryClient.invalidateQueries(organizations());
    },
  });
}

export function useChangeAutoTagging(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (autoTagging: Partial<AutoTaggingView>) =>
      api.request('PATCH /api/organizations/{organizationId}/settings', {
        path: { organizationId },
        body: { ai: { autoTagging } },
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: organizationSettings(organizationId).queryKey }),
  });
}

export function useChangeInbox(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isInboxEnabled: boolean) =>
      api.request('PATCH /api/organizations/{organizationId}/settings', {
        path: { organizationId },
        body: { documents: { isInboxEnabled } },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: organizationSettings(organizationId).queryKey }),
  });
}

export const autoTaggingUsage = (organizationId: string) =>
  queryOptions({
    queryKey: ['usage', organizationId, 'auto-tagging'],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/auto-tagging/usage', { path: { organizationId }, signal }),
  });

export const usageHistory = (organizationId: string, days: number) =>
  queryOptions({
    queryKey: ['usage', organizationId, 'history', days],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/usage/history', {
          path: { organizationId },
          query: { days },
          signal,
        })
      ).history,
    placeholderData: keepPreviousData,
  });
