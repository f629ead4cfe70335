import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { ResumableUploads } from '#archive/uploads';

@Injectable()
@ScheduledTask('remove-expired-uploads')
export class RemoveExpiredUploads implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes resumable uploads that were not finished within a day';

  constructor(private readonly uploads: ResumableUploads) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.uploads.removeExpired(signal);
    return removed === 0 ? undefined : `${removed} resumable uploads were removed.`;
  }
}
