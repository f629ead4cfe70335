import { defineAuditAction } from '#ground/audit';

export const UserChanged = defineAuditAction('user:changed', {
  description: 'An administrator changed the rights, the state or the limit of a user.',
});
export const UserDeleted = defineAuditAction('user:deleted', { description: 'An administrator deleted a user.' });
export const PasswordResetSent = defineAuditAction('user:password-reset-sent', {
  description: 'An administrator had a link to a new password sent to a user.',
});
export const UserSessionsRevoked = defineAuditAction('user:sessions-revoked', {
  description: 'An administrator ended all sessions of a user.',
});
export const JobRetried = defineAuditAction('job:retried', {
  description: 'An administrator had a job tried again that had failed in its last attempt.',
});
export const QueueRetried = defineAuditAction('queue:retried', {
  description: 'An administrator had the jobs of a queue tried again that had failed in their last attempt.',
});
export const JobDeleted = defineAuditAction('job:deleted', {
  description: 'An administrator deleted a job that had failed in its last attempt.',
});
