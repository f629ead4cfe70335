import { defineAuditAction } from '#ground/audit';

export const BackupRequested = defineAuditAction('backup:requested', {
  description: 'An administrator had a backup made.',
});
export const BackupTestRequested = defineAuditAction('backup:test-requested', {
  description: 'An administrator had the latest backup restored for a test.',
});
