import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { FileStore } from '#capabilities/storage';

/** Longer than any upload may take. */
const UNFINISHED_AFTER_MINUTES = 60;

@Injectable()
@ScheduledTask('sweep-files')
export class SweepFiles implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes what interrupted uploads and removals left behind';

  constructor(private readonly files: FileStore) {}

  async run(): Promise<string | undefined> {
    const swept = await this.files.sweep(UNFINISHED_AFTER_MINUTES);
    if (swept.files + swept.unfinished === 0) return undefined;
    return `Removed ${swept.files} files and ${swept.unfinished} parts of uploads that never ended.`;
  }
}
