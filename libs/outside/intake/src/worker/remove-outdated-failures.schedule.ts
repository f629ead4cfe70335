import { Injectable } from '@nestjs/common';
import { IntakeFailures } from '#outside/intake';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('remove-outdated-intake-failures')
export class RemoveOutdatedFailures implements RunsOnSchedule {
  readonly cron = '17 * * * *';
  readonly description =
    'removes failures of the intake that are too old or too many, with what is held for them, and ends attempts that were abandoned';

  constructor(private readonly failures: IntakeFailures) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const reopened = await this.failures.reopenAbandoned();
    const removed = await this.failures.removeOutdated(signal);
    const lines = [
      ...(removed > 0 ? [`${removed} failures of the intake were removed.`] : []),
      ...(reopened > 0 ? [`${reopened} abandoned attempts were ended.`] : []),
    ];
    return lines.length > 0 ? lines.join(' ') : undefined;
  }
}
