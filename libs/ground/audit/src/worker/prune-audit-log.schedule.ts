import { PruneEntries } from '#ground/audit';
import { scheduledTask } from '#ground/jobs';

export const PruneAuditLog = scheduledTask('prune-audit-log', PruneEntries, {
  cron: '17 4 * * *',
  description: 'removes entries of the audit logs that are older than AUDIT_RETENTION_DAYS',
  run: (prune, signal) => prune.execute(signal),
  sentence: (count) => `${count} old entries of audit logs were removed.`,
});
