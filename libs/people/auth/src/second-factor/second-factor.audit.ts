import { defineAuditAction } from '#ground/audit';

export const SecondFactorEnabled = defineAuditAction('second-factor:enabled', {
  description: 'A user began to sign in with a code of an authenticator app besides the password.',
});
export const SecondFactorDisabled = defineAuditAction('second-factor:disabled', {
  description: 'A user stopped using codes of an authenticator app.',
});
export const SecondFactorWasReset = defineAuditAction('second-factor:reset', {
  description: 'The second factor of a user was removed: codes, backup codes and trusted devices.',
});
export const SecondFactorFailed = defineAuditAction('second-factor:failed', {
  description: 'A sign-in had the right password and a wrong code.',
});
export const BackupCodesCreated = defineAuditAction('second-factor:backup-codes-created', {
  description: 'A user got new backup codes; the earlier ones stopped working.',
});
export const BackupCodeUsed = defineAuditAction('second-factor:backup-code-used', {
  description: 'A user gave a backup code, which now is spent.',
});
export const PasskeyCreated = defineAuditAction('passkey:created', {
  description: 'A user added a passkey.',
});
export const PasskeyRenamed = defineAuditAction('passkey:renamed', {
  description: 'A user renamed a passkey.',
});
export const PasskeyDeleted = defineAuditAction('passkey:deleted', {
  description: 'A user removed a passkey.',
});
