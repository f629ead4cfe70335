import { Injectable } from '@nestjs/common';
import { RemoveChangeSets } from '#archive/batches';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('remove-change-sets')
export class RemoveChangeSetsSchedule implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes what is kept to undo a batch, an hour after the end of its task';

  constructor(private readonly removeChangeSets: RemoveChangeSets) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.removeChangeSets.execute(signal);
    return removed === 0 ? undefined : `The change sets of ${removed} tasks were removed.`;
  }
}
