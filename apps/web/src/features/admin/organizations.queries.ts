import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { wholeList } from '../../lib/whole-list';
import { PAGE_SIZE } from './page-size';
import { SELDOM_MS } from './system.queries';

export interface OrganizationFilter {
  search?: string | undefined;
  state?: 'all' | 'deleted' | undefined;
  pageIndex: number;
}

/** Newest first; without a state, those that are not deleted. */
export const adminOrganizations = ({ search = '', state, pageIndex }: OrganizationFilter) =>
  queryOptions({
    queryKey: ['admin', 'organizations', 'list', search, state, pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/admin/organizations', {
        query: { pageIndex, pageSize: PAGE_SIZE, ...(search !== '' && { search }), ...(state && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: SELDOM_MS,
  });

/** Also one in the trash. */
export const adminOrganization = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organizations', 'one', organizationId],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/admin/organizations/{organizationId}', { path: { organizationId }, signal }))
        .organization,
    refetchInterval: SELDOM_MS,
  });

export const organizationStats = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organizations', 'stats', organizationId],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/admin/organizations/{organizationId}/stats', { path: { organizationId }, signal }))
        .stats,
    refetchInterval: SELDOM_MS,
  });

export const organizationMembers = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'organizations', 'members', organizationId],
    queryFn: ({ signal }) =>
      wholeList(async (query) => {
        const path = { organizationId };
        return (await api.request('GET /api/admin/organizations/{organizationId}/members', { path, query, signal }))
          .members;
      }),
  });

export function useRestoreOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (organizationId: string) =>
      api.request('POST /api/admin/organizations/{organizationId}/restore', { path: { organizationId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['admin', 'organizations'] }),
  });
}
