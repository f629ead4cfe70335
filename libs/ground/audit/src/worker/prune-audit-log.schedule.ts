import { Injectable } from '@nestjs/common';
import { PruneEntries } from '#ground/audit';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('prune-audit-log')
export class PruneAuditLog implements RunsOnSchedule {
  readonly cron = '17 4 * * *';
  readonly description = 'removes entries of the audit logs that are older than AUDIT_RETENTION_DAYS';

  constructor(private readonly prune: PruneEntries) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.prune.execute(signal);
    return removed === 0 ? undefined : `${removed} old entries of audit logs were removed.`;
  }
}
