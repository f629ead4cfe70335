import { Injectable } from '@nestjs/common';
import { DocumentArchives } from '#archive/document-archives';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('remove-expired-archives')
export class RemoveExpiredArchives implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes archives of documents that have expired, with their files';

  constructor(private readonly archives: DocumentArchives) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.archives.removeExpired(signal);
    return removed === 0 ? undefined : `${removed} expired archives were removed.`;
  }
}
