import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, authRequest } from '../../lib/api';
import { isStatus } from '../../lib/errors';
import { forgetKept } from '../../lib/offline';
import { forgetUndo } from '../../lib/undo';
import { wholeList } from '../../lib/whole-list';

const LONG = 5 * 60_000;

/** What anyone may know of the server. */
export const serverConfig = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => (await api.request('GET /api/config', { signal })).config,
    staleTime: LONG,
  });

/** Null without a session. */
export const currentUser = () =>
  queryOptions({
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      try {
        return (await api.request('GET /api/users/me', { signal })).user;
      } catch (error) {
        if (isStatus(error, 401)) return null;
        throw error;
      }
    },
    staleTime: LONG,
  });

export const organizations = () =>
  queryOptions({
    queryKey: ['organizations'],
    queryFn: ({ signal }) =>
      wholeList(async (query) => (await api.request('GET /api/organizations', { query, signal })).organizations),
    staleTime: LONG,
  });

/** Reads the organizations again; the start page goes by those that are known, and would not ask. */
export const refreshOrganizations = (queryClient: QueryClient) =>
  queryClient.query({ ...organizations(), staleTime: 0 });

/** The role of the signed-in user in an organization. */
export const myMembership = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'me'],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/organizations/{organizationId}/members/me', { path: { organizationId }, signal }))
        .member,
    staleTime: LONG,
  });

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => authRequest('/sign-out', { body: {} }),
    onMutate: forgetKept, // without a connection, signing out waits for it
    onSettled: () => {
      forgetUndo();
      queryClient.clear();
    },
  });
}
