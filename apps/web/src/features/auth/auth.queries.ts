import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, authRequest } from '../../lib/api';
import { appearance, appearanceIn, setAppearance } from '../../lib/appearance';
import { activateLanguage } from '../../lib/i18n';

export interface Credentials {
  email: string;
  password: string;
}

export interface NewAccount extends Credentials {
  name: string;
  /** Of a server that accepts only the first account. */
  setupCode: string | undefined;
}

/** What the person chose in another browser. */
async function adoptAppearance(): Promise<void> {
  const { preferences } = await api.request('GET /api/users/me/preferences');
  const saved = appearanceIn(preferences);
  const { language } = appearance();
  setAppearance(saved);
  if (saved.language !== undefined && saved.language !== language) await activateLanguage(saved.language);
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, password }: Credentials) => {
      await authRequest('/sign-in/email', { body: { email, password } });
      await adoptAppearance().catch(() => undefined); // looks are not worth a failed sign-in
    },
    onSuccess: () => {
      queryClient.clear(); // it holds what another user saw
    },
  });
}

/** For the same person, over a page that stays. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) => authRequest('/sign-in/email', { body: { email, password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['user'] }),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ setupCode, ...account }: NewAccount) =>
      authRequest('/sign-up/email', {
        body: account,
        ...(setupCode === undefined ? {} : { headers: { 'x-setup-code': setupCode } }),
      }),
    onSuccess: () => {
      queryClient.clear();
    },
  });
}

/** Leaves these pages for those of the provider, which leads back. */
export function useSignInWith() {
  return useMutation({
    mutationFn: async ({ provider, path }: { provider: string; path: string }) => {
      const { url } = await authRequest<{ url: string }>('/sign-in/social', {
        body: {
          provider,
          callbackURL: location.origin + path,
          errorCallbackURL: `${location.origin}/login?redirect=${encodeURIComponent(path)}`,
        },
      });
      location.assign(url);
    },
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      authRequest('/request-password-reset', { body: { email, redirectTo: `${location.origin}/reset-password` } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (values: { newPassword: string; token: string }) => authRequest('/reset-password', { body: values }),
  });
}
