import { useMutation } from '@tanstack/react-query';
import { authRequest } from '../../lib/api';

export type CodeKind = 'app' | 'backup';

const ROUTES = { app: '/two-factor/verify-totp', backup: '/two-factor/verify-backup-code' } as const;

/** Ends a sign-in that waits for a code. */
export function useGiveCode(onSignedIn: () => Promise<void>) {
  return useMutation({
    mutationFn: ({ kind, ...body }: { kind: CodeKind; code: string; trustDevice: boolean }) =>
      authRequest(ROUTES[kind], { body }),
    onSuccess: onSignedIn,
  });
}
