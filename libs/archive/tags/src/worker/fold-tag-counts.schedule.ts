import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { TagCounts } from '#archive/tags';

@Injectable()
@ScheduledTask('fold-tag-counts')
export class FoldTagCountsSchedule implements RunsOnSchedule {
  readonly cron = '25 * * * * *';
  readonly description = 'adds up how many documents have got and lost each tag';

  constructor(private readonly counts: TagCounts) {}

  isNeeded(): Promise<boolean> {
    return this.counts.haveDifferences();
  }

  async run(): Promise<undefined> {
    await this.counts.fold();
  }
}
