import { Injectable } from '@nestjs/common';
import { JobStates, ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { MakePreview, PreviewRepository } from '#archive/documents';
import { failed } from './make-preview.js';

/** Polls the dead-letter queue: a killed process cannot report its own failure. */
@Injectable()
@ScheduledTask('fail-abandoned-previews')
export class FailAbandonedPreviews implements RunsOnSchedule {
  readonly cron = '45 * * * * *';
  readonly description = 'marks previews as unavailable whose job failed in its last attempt';

  constructor(
    private readonly previews: PreviewRepository,
    private readonly jobs: JobStates,
  ) {}

  isNeeded(): Promise<boolean> {
    return this.jobs.haveDeadLetters([MakePreview]);
  }

  async run(): Promise<string | undefined> {
    let ended = 0;
    for (const { value, message } of await this.jobs.deadLettered([MakePreview], 'preview'))
      if (await this.previews.endAbandoned(value, failed(message))) ended += 1;
    return ended === 0 ? undefined : `${ended} previews were not made: their jobs failed too often.`;
  }
}
