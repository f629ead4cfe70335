import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import type { AdminUser } from './admin-types';
import { PAGE_SIZE } from './page-size';
import { SELDOM_MS } from './system.queries';

export interface UserFilter {
  search?: string | undefined;
  role?: 'admin' | 'user' | undefined;
  state?: 'active' | 'disabled' | undefined;
  pageIndex: number;
}

/** Newest first. */
export const users = ({ search = '', role, state, pageIndex }: UserFilter) =>
  queryOptions({
    queryKey: ['admin', 'users', 'list', search, role, state, pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/admin/users', {
        query: {
          pageIndex,
          pageSize: PAGE_SIZE,
          ...(search !== '' && { search }),
          ...(role && { role }),
          ...(state && { state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: SELDOM_MS,
  });

export const user = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', userId],
    queryFn: ({ signal }) => api.request('GET /api/admin/users/{userId}', { path: { userId }, signal }),
    refetchInterval: SELDOM_MS,
  });

export interface UserChange {
  isAdmin?: boolean;
  isDisabled?: boolean;
  maxOrganizationCount?: number | null;
}

/** Shows the change before the server has answered; a refusal puts back what was there. */
export function useChangeUser(userId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = user(userId);
  return useMutation({
    mutationFn: (body: UserChange) => api.request('PATCH /api/admin/users/{userId}', { path: { userId }, body }),
    ...optimisticUpdate(queryClient, queryKey, (known, change: UserChange) => ({
      ...known,
      user: withChange(known.user, change),
    })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] }),
  });
}

const withChange = (known: AdminUser, { isAdmin, isDisabled }: UserChange): AdminUser => ({
  ...known,
  ...(isAdmin !== undefined && { isAdmin }),
  ...(isDisabled !== undefined && { disabledAt: isDisabled ? new Date().toISOString() : null }),
});

export type UserAction = 'reset-second-factor' | 'revoke-sessions' | 'send-password-reset';

/** What is done for a user at once, without a form. */
export function useUserAction(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: UserAction) => api.request(`POST /api/admin/users/{userId}/${action}`, { path: { userId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: user(userId).queryKey }),
  });
}

export function useDeleteUser(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request('DELETE /api/admin/users/{userId}', { path: { userId } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: user(userId).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users', 'list'] });
    },
  });
}
