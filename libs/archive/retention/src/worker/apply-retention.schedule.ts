import { Injectable } from '@nestjs/common';
import { ApplyRetention } from '#archive/retention';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

/** Every hour, so that a day begins in the time zone of searches, and a run that failed or was missed is continued. */
@Injectable()
@ScheduledTask('apply-retention')
export class ApplyRetentionOnSchedule implements RunsOnSchedule {
  readonly cron = '42 * * * *';
  readonly description = 'applies, once a day in each organization, its retention rules';

  constructor(private readonly retention: ApplyRetention) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const { reviewed, trashed, purged, held, locked } = await this.retention.execute(signal);
    if (reviewed + trashed + purged + held + locked === 0) return undefined;
    return `By retention rules, ${reviewed} documents were put into the inbox, ${trashed} moved to the trash and ${purged} permanently removed; ${held} are on hold, and ${locked} were locked.`;
  }
}
