import { Injectable } from '@nestjs/common';
import { IntakeFailures } from '#libs/intake';
import { ScheduledTask, type RunsOnSchedule } from '#libs/jobs';

@Injectable()
@ScheduledTask('remove-outdated-intake-failures')
export class RemoveOutdatedFailures implements RunsOnSchedule {
  readonly cron = '17 * * * *';
  readonly description = 'removes failures of the intake that are too old or too many, with what is held for them';

  constructor(private readonly failures: IntakeFailures) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.failures.removeOutdated(signal);
    return removed === 0 ? undefined : `${removed} failures of the intake were removed.`;
  }
}
