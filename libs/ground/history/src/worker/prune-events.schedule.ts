import { Injectable } from '@nestjs/common';
import { PruneEvents } from '#ground/history';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('prune-events')
export class PruneEventsSchedule implements RunsOnSchedule {
  readonly cron = '37 3 * * *';
  readonly description = 'removes old events that every subscriber has handled';

  constructor(private readonly prune: PruneEvents) {}

  async run(): Promise<string | undefined> {
    const removed = await this.prune.execute();
    return removed === 0 ? undefined : `${removed} old events were removed.`;
  }
}
