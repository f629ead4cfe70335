import { SealEntries } from '#ground/audit';
import { scheduledTask } from '#ground/jobs';

export const SealAuditLog = scheduledTask('seal-audit-log', SealEntries, {
  cron: '40 * * * * *',
  description: 'seals entries of the audit logs that are not sealed yet',
  isNeeded: (seal) => seal.isBehind(),
  run: (seal, signal) => seal.sweep(signal),
});
