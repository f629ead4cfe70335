import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { wholeList } from '../../lib/whole-list';
import type { GivenRole } from './role-texts';

export const members = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'list'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/members';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).members);
    },
  });

/** Newest first. Owners and admins only. */
export const sentInvitations = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId, 'sent'],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/members/invitations';
      const found = await wholeList(async (query) => (await api.request(route, { path, query, signal })).invitations);
      return found.toReversed();
    },
  });

interface RoleChange {
  memberId: string;
  role: GivenRole;
}

/** Changes the list before the server has answered; a refusal puts the old one back. */
export function useChangeRole(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = members(organizationId);
  return useMutation({
    mutationFn: ({ memberId, role }: RoleChange) =>
      api.request('PATCH /api/organizations/{organizationId}/members/{memberId}', {
        path: { organizationId, memberId },
        body: { role },
      }),
    ...optimisticUpdate(queryClient, queryKey, (list, { memberId, role }: RoleChange) =>
      list.map((member) => (member.id === memberId ? { ...member, role } : member)),
    ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['members', organizationId] }),
  });
}

/** Also to leave: every member may remove itself. */
export function useRemoveMember(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/members/{memberId}', {
        path: { organizationId, memberId },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: members(organizationId).queryKey }),
  });
}

export function useTransferOwnership(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) =>
      api.request('POST /api/organizations/{organizationId}/members/{memberId}/transfer-ownership', {
        path: { organizationId, memberId },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['members', organizationId] }),
  });
}

/** How an invitation left: by mail, or as a link to pass on. */
export interface SentInvitation {
  link: string | undefined;
}

export function useInvite(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitation: { email: string; role: GivenRole }): Promise<SentInvitation> => {
      const sent = await api.request('POST /api/organizations/{organizationId}/members/invitations', {
        path: { organizationId },
        body: invitation,
      });
      return { link: sent?.link };
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['invitations', organizationId] }),
  });
}

export function useResendInvitation(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string): Promise<SentInvitation> => {
      const sent = await api.request('POST /api/invitations/{invitationId}/resend', { path: { invitationId } });
      return { link: sent?.link };
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['invitations', organizationId] }),
  });
}

export function useCancelInvitation(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) =>
      api.request('POST /api/invitations/{invitationId}/cancel', { path: { invitationId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['invitations', organizationId] }),
  });
}
