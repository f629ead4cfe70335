import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type UpdateIntakeEmailBody } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { newIdempotencyKey } from '../../lib/secrets';
import { wholeList } from '../../lib/whole-list';

export interface IntakeAddressPath {
  organizationId: string;
  intakeEmailId: string;
}

export const intakeAddresses = (organizationId: string) =>
  queryOptions({
    queryKey: ['intake', organizationId, 'addresses'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/intake-emails';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).intakeEmails);
    },
  });

export function useCreateAddress(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = intakeAddresses(organizationId);
  return useMutation({
    mutationFn: async () =>
      (
        await api.request('POST /api/organizations/{organizationId}/intake-emails', {
          path: { organizationId },
          headers: { 'idempotency-key': newIdempotencyKey() },
        })
      ).intakeEmail,
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

/** Changes the list before the server has answered; a refusal puts the old one back. */
export function useUpdateAddress({ organizationId, intakeEmailId }: IntakeAddressPath) {
  const queryClient = useQueryClient();
  const { queryKey } = intakeAddresses(organizationId);
  return useMutation({
    mutationFn: (body: UpdateIntakeEmailBody) =>
      api.request('PUT /api/organizations/{organizationId}/intake-emails/{intakeEmailId}', {
        path: { organizationId, intakeEmailId },
        body,
      }),
    ...optimisticUpdate(queryClient, queryKey, (list, changes: UpdateIntakeEmailBody) =>
      list.map((each) => (each.id === intakeEmailId ? { ...each, ...changes } : each)),
    ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeleteAddress(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = intakeAddresses(organizationId);
  return useMutation({
    mutationFn: (intakeEmailId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/intake-emails/{intakeEmailId}', {
        path: { organizationId, intakeEmailId },
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
