import { Injectable } from '@nestjs/common';
import { SealEntries } from '#ground/audit';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('seal-audit-log')
export class SealAuditLog implements RunsOnSchedule {
  readonly cron = '40 * * * * *';
  readonly description = 'seals entries of the audit logs that are not sealed yet';

  constructor(private readonly seal: SealEntries) {}

  isNeeded(): Promise<boolean> {
    return this.seal.isBehind();
  }

  async run(signal: AbortSignal): Promise<undefined> {
    await this.seal.sweep(signal);
  }
}
