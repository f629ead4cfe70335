import { Injectable } from '@nestjs/common';
import { UsageHistory } from '#ground/history';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('record-usage')
export class RecordUsageSchedule implements RunsOnSchedule {
  readonly cron = '53 * * * *';
  readonly description = 'writes down how many documents and bytes each organization stores, for the history of usage';

  constructor(private readonly usage: UsageHistory) {}

  async run(): Promise<undefined> {
    await this.usage.record();
    await this.usage.removeOld();
  }
}
