import { useMutation, useQueryClient } from '@tanstack/react-query';
import { authRequest } from '../../lib/api';

export interface SecondFactorSetUp {
  /** What the QR code says: `otpauth://totp/…`. */
  totpURI: string;
  backupCodes: string[];
}

/** The first step: codes are needed only after one was confirmed. */
export function usePrepareSecondFactor() {
  return useMutation({
    mutationFn: (password: string) => authRequest<SecondFactorSetUp>('/two-factor/enable', { body: { password } }),
  });
}

function useRefreshUser() {
  const queryClient = useQueryClient();
  // Each change replaces the session.
  return () => Promise.all(['user', 'sessions'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => authRequest('/two-factor/verify-totp', { body: { code } }),
    onSuccess: useRefreshUser(),
  });
}

export function useDisableSecondFactor() {
  return useMutation({
    mutationFn: (password: string) => authRequest('/two-factor/disable', { body: { password } }),
    onSuccess: useRefreshUser(),
  });
}

/** The earlier ones do not work any more. */
export function useNewBackupCodes() {
  return useMutation({
    mutationFn: async (password: string) => {
      const body = { password };
      return (await authRequest<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { body })).backupCodes;
    },
  });
}
