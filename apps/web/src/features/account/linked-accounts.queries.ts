import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authRequest } from '../../lib/api';

/** A way to sign in: `credential` is the password, all others are accounts of providers. */
export interface LinkedAccount {
  id: string;
  providerId: string;
  accountId: string;
  createdAt: string;
}

export const linkedAccounts = () =>
  queryOptions({
    queryKey: ['linked-accounts'],
    queryFn: () => authRequest<LinkedAccount[]>('/list-accounts'),
  });

/** Leaves these pages for those of the provider, which leads back. */
export function useLinkAccount() {
  return useMutation({
    mutationFn: async (provider: string) => {
      const page = `${location.origin}/settings/security`;
      const body = { provider, callbackURL: page, errorCallbackURL: page };
      const { url } = await authRequest<{ url: string }>('/link-social', { body });
      location.assign(url);
    },
  });
}

export function useUnlinkAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accountId: string) => authRequest('/unlink-account', { body: { accountId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['linked-accounts'] }),
  });
}
