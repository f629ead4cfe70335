import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { ScrubFiles } from '#capabilities/storage';

@Injectable()
@ScheduledTask('scrub-files')
export class ScrubFilesSchedule implements RunsOnSchedule {
  readonly cron = '*/5 * * * *';
  readonly description = 'reads all files slowly and compares them with what was stored';

  constructor(private readonly scrub: ScrubFiles) {}

  isNeeded(): Promise<boolean> {
    return this.scrub.isNeeded();
  }

  run(signal: AbortSignal): Promise<string | undefined> {
    return this.scrub.execute(signal);
  }
}
