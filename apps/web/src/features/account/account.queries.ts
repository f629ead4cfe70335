import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, authRequest } from '../../lib/api';
import { setAppearance, type Appearance } from '../../lib/appearance';
import { activateLanguage } from '../../lib/i18n';
import { wholeList } from '../../lib/whole-list';
import { currentUser, refreshOrganizations } from '../session';

export function useRename() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await api.request('PUT /api/users/me', { body: { name } })).user,
    onSuccess: (user) => {
      queryClient.setQueryData(currentUser().queryKey, (before) => before && { ...before, ...user });
    },
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    /** The server ends all other sessions. */
    mutationFn: (values: { currentPassword: string; newPassword: string }) =>
      authRequest('/change-password', { body: { ...values, revokeOtherSessions: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export interface Session {
  id: string;
  token: string;
  createdAt: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isThis: boolean;
}

export const sessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async (): Promise<Session[]> => {
      const [all, present] = await Promise.all([
        authRequest<Omit<Session, 'isThis'>[]>('/list-sessions'),
        authRequest<{ session: { id: string } } | null>('/get-session'),
      ]);
      return all
        .map((session) => ({ ...session, isThis: session.id === present?.session.id }))
        .sort((one, other) => Number(other.isThis) - Number(one.isThis) || (one.createdAt < other.createdAt ? 1 : -1));
    },
    staleTime: 0,
  });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => authRequest('/revoke-session', { body: { token } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => authRequest('/revoke-other-sessions', { body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

/** Changes the look at once, and keeps it for other browsers of the same user. */
export function useChangeAppearance() {
  return useMutation({
    scope: { id: 'appearance' }, // one after the other, so that the last choice wins
    onMutate: async (change: Partial<Appearance>) => {
      setAppearance(change);
      if (change.language !== undefined) await activateLanguage(change.language);
    },
    mutationFn: async (change: Partial<Appearance>) => {
      const { preferences } = await api.request('GET /api/users/me/preferences');
      const appearance = { ...(preferences['appearance'] as object | undefined), ...change };
      await api.request('PUT /api/users/me/preferences', { body: { preferences: { ...preferences, appearance } } });
    },
  });
}

export const receivedInvitations = () =>
  queryOptions({
    queryKey: ['received-invitations'],
    queryFn: ({ signal }) =>
      wholeList(async (query) => (await api.request('GET /api/invitations', { query, signal })).invitations),
  });

export function useAnswerInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ invitationId, isAccepted }: { invitationId: string; isAccepted: boolean }) => {
      const path = { invitationId };
      if (isAccepted) await api.request('POST /api/invitations/{invitationId}/accept', { path });
      else await api.request('POST /api/invitations/{invitationId}/reject', { path });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['received-invitations'] }),
        refreshOrganizations(queryClient),
      ]),
  });
}
