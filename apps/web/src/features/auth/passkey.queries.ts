import { useMutation } from '@tanstack/react-query';
import { authRequest } from '../../lib/api';
import { signWithPasskey, type RequestOptions } from '../../lib/passkeys';

/** Signs in with a passkey; the id of the user to whom it belongs. */
export async function signInWithPasskey(options: { signal?: AbortSignal; isFilledIn?: boolean }): Promise<string> {
  const asked = await authRequest<RequestOptions>('/passkey/generate-authenticate-options');
  const response = await signWithPasskey(asked, options);
  const { user } = await authRequest<{ user: { id: string } }>('/passkey/verify-authentication', {
    body: { response },
  });
  return user.id;
}

export function useSignInWithPasskey(onSignedIn: (userId: string) => Promise<void>) {
  return useMutation({ mutationFn: () => signInWithPasskey({}), onSuccess: onSignedIn });
}
