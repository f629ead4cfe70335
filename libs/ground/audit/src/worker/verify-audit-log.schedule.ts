import { Injectable, Logger } from '@nestjs/common';
import { AuditLogHead, VerifyChains } from '#ground/audit';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

/** The heads in the log of the server are anchors outside of the database. */
@Injectable()
@ScheduledTask('verify-audit-log')
export class VerifyAuditLog implements RunsOnSchedule {
  readonly #logger = new Logger('Audit');
  readonly cron = '47 4 * * *';
  readonly description =
    'verifies the chains of all audit logs, and writes the head of that of the installation to the log';

  constructor(
    private readonly verify: VerifyChains,
    private readonly head: AuditLogHead,
  ) {}

  async run(signal: AbortSignal): Promise<string> {
    const { chains, entries, problems } = await this.verify.executeAll(signal);
    for (const { message } of problems) this.#logger.error(`An audit log is broken. ${message}`);
    const { lastSequence, headHash } = await this.head.record({ chains, entries, problems: problems.length });
    this.#logger.log(`The audit log of the installation has ${lastSequence} entries and the head ${headHash}.`);
    return `${entries} entries of ${chains} audit logs were verified; ${problems.length} logs are broken.`;
  }
}
