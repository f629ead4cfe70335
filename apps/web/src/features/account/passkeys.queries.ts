import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authRequest } from '../../lib/api';
import { createPasskey, type CreationOptions } from '../../lib/passkeys';

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string | null;
  /** The provider of the passkey keeps a copy, for other devices of the person. */
  backedUp: boolean;
}

const queryKey = ['passkeys'];

export const passkeys = () =>
  queryOptions({
    queryKey,
    queryFn: () => authRequest<Passkey[]>('/passkey/list-user-passkeys'),
  });

/** `account`: how the device shows to which account the passkey belongs. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ account, name }: { account: string; name: string }) => {
      const options = await authRequest<CreationOptions>(
        `/passkey/generate-register-options?name=${encodeURIComponent(account)}`,
      );
      const response = await createPasskey(options);
      return authRequest<Passkey>('/passkey/verify-registration', { body: { response, name } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: { id: string; name: string }) => authRequest('/passkey/update-passkey', { body: values }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeletePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => authRequest('/passkey/delete-passkey', { body: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
