import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import { UnitOfWork } from '#ground/database';
import { JobQueue, JobStates, ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { MakePreview, nameOf, PreviewRepository, THUMBNAIL } from '#archive/documents';

/** Thumbnails that are added in one run. A page takes some 50 ms, so they take a sixth of one core. */
const THUMBNAILS_PER_RUN = 200;

/** Makes the thumbnails of documents from before there were previews, or from a time when they were turned off. */
@Injectable()
@ScheduledTask('make-missing-thumbnails')
export class MakeMissingThumbnails implements RunsOnSchedule {
  readonly cron = '30 * * * * *';
  readonly description = 'has thumbnails made of documents that have none, a few at a time';

  constructor(
    private readonly config: PreviewsConfig,
    private readonly previews: PreviewRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly states: JobStates,
  ) {}

  isNeeded(): Promise<boolean> {
    return this.previews.haveMissing({ areEnabled: this.config.enabled });
  }

  async run(): Promise<string | undefined> {
    if (!this.config.enabled) {
      await this.previews.turnOffMissing();
      return undefined;
    }
    // What is in the queue comes first: new documents, and what the last run has added.
    if ((await this.states.waiting(MakePreview)) > 0) return undefined;
    const requested = await this.unitOfWork.run(async (tx) => {
      const found = await this.previews.requestMissing(tx, THUMBNAILS_PER_RUN);
      const jobs = found.map(({ organizationId, documentId }) => {
        const place = { documentId, ...THUMBNAIL };
        return { organizationId, ...place, preview: nameOf(place), isBulk: true };
      });
      await this.jobs.enqueueAll(tx, MakePreview, jobs);
      return jobs.length;
    });
    return requested === 0 ? undefined : `${requested} thumbnails of earlier documents are being made.`;
  }
}
