import { Injectable } from '@nestjs/common';
import { DocumentContent, ExtractRemotely, ProcessDocument, RecognizeDocument } from '#archive/documents';
import { JobStates, ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

const JOBS = [ProcessDocument, RecognizeDocument, ExtractRemotely];

/** Polls the dead-letter queues: a killed process cannot report its own failure. */
@Injectable()
@ScheduledTask('fail-abandoned-extractions')
export class FailAbandonedExtractions implements RunsOnSchedule {
  readonly cron = '15 * * * * *';
  readonly description = 'marks the extraction of documents as failed whose job failed in its last attempt';

  constructor(
    private readonly content: DocumentContent,
    private readonly jobs: JobStates,
  ) {}

  isNeeded(): Promise<boolean> {
    return this.jobs.haveDeadLetters(JOBS);
  }

  async run(): Promise<string | undefined> {
    let documents = 0;
    for (const { value, message } of await this.jobs.deadLettered(JOBS, 'documentId')) {
      if (await this.content.fail(value, `It could not be read: ${message}`)) documents += 1;
    }
    return documents === 0 ? undefined : `${documents} documents were not read: their jobs failed too often.`;
  }
}
