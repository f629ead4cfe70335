import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DocumentTexts, ProcessDocument, RecognizeDocument } from '#libs/documents';
import { JobQueue } from '#libs/jobs';

/** Ends the reading of documents that nobody works on any more. Harmless when several processes do it at once. */
@Injectable()
export class UnreadDocumentsSchedule {
  readonly #logger = new Logger('Processing');

  constructor(
    private readonly texts: DocumentTexts,
    private readonly jobs: JobQueue,
  ) {}

  /** A look at the queue and not a word from the job: a job whose process was killed cannot say that it failed. */
  @Cron('15 * * * * *')
  async giveUpThoseWithDeadJobs(): Promise<void> {
    let documents = 0;
    for (const { value, message } of await this.jobs.givenUp([ProcessDocument, RecognizeDocument], 'documentId')) {
      if (await this.texts.giveUp(value, `It could not be read: ${message}`)) documents += 1;
    }
    if (documents > 0) this.#logger.warn(`${documents} documents were not read: their jobs failed too often`);
  }
}
