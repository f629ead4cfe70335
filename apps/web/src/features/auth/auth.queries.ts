import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, authRequest } from '../../lib/api';
import { appearance, appearanceIn, setAppearance } from '../../lib/appearance';
import { basePath, siteUrl } from '../../lib/base-path';
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

/** After a sign-in on a page of its own; any user may be signed in now. */
export function useEnter(path: string): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await adoptAppearance().catch(() => undefined); // looks are not worth a failed sign-in
    queryClient.clear(); // it holds what another user saw
    router.history.push(basePath + path);
  };
}

/** Where the link of a verification mail leads. */
const verificationPage = (): string => `${siteUrl()}/email-verification`;

/** `second-factor`: the server wants a code now. */
export type SignInResult = 'second-factor' | 'signed-in';

/** `onSignedIn` is not called while the server wants a code. */
export function useSignIn(onSignedIn: () => Promise<void>) {
  return useMutation({
    mutationFn: async ({ email, password }: Credentials): Promise<SignInResult> => {
      const body = { email, password, callbackURL: verificationPage() };
      const answer = await authRequest<{ twoFactorRedirect?: boolean }>('/sign-in/email', { body });
      return answer.twoFactorRedirect === true ? 'second-factor' : 'signed-in';
    },
    onSuccess: (result) => (result === 'signed-in' ? onSignedIn() : undefined),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    /** False: the address must be verified before the first sign-in. */
    mutationFn: async ({ setupCode, ...account }: NewAccount): Promise<boolean> => {
      const { token } = await authRequest<{ token: string | null }>('/sign-up/email', {
        body: { ...account, callbackURL: verificationPage() },
        ...(setupCode === undefined ? {} : { headers: { 'x-setup-code': setupCode } }),
      });
      return token !== null;
    },
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
          callbackURL: siteUrl() + path,
          errorCallbackURL: `${siteUrl()}/login?redirect=${encodeURIComponent(path)}`,
        },
      });
      location.assign(url);
    },
  });
}

/** The response is the same for every address. */
export function useSendVerification() {
  return useMutation({
    mutationFn: (email: string) =>
      authRequest('/send-verification-email', { body: { email, callbackURL: verificationPage() } }),
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      authRequest('/request-password-reset', { body: { email, redirectTo: `${siteUrl()}/reset-password` } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (values: { newPassword: string; token: string }) => authRequest('/reset-password', { body: values }),
  });
}
