import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { RetentionConfig } from '#config/retention';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { PurgeService } from '#archive/trash';

@Injectable()
@ScheduledTask('purge-documents')
export class PurgeExpiredDocuments implements RunsOnSchedule {
  readonly description: string;
  readonly cron: string;
  readonly runsOnStartup: boolean;

  constructor(
    private readonly purges: PurgeService,
    private readonly config: DocumentsConfig,
    retention: RetentionConfig,
  ) {
    this.cron = retention.documentsCron;
    this.runsOnStartup = retention.documentsOnStartup;
    this.description = `removes documents that have been in the trash for ${config.deletedRetentionDays} days`;
  }

  async run(signal: AbortSignal): Promise<string> {
    let removed = 0;
    for (let chunk = 1; chunk > 0; removed += chunk) {
      signal.throwIfAborted();
      chunk = await this.purges.purgeTrashedFor(this.config.deletedRetentionDays);
    }
    return `${removed} documents were permanently removed from the trash.`;
  }
}
