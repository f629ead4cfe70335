import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { Extraction } from '#capabilities/extraction';
import { Broadcasts } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { ProcessDocument } from './documents.jobs.js';
import { PartialReadingRepository } from './partial-reading.repository.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

/** Each has twice the time of the one before. */
export const MOST_REREADINGS = 2;

const TOGETHER = 20;

/** Documents whose file was read only in part, because the time was over. They are read again when the server is idle. */
@Injectable()
export class PartialReadings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly repository: PartialReadingRepository,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Records whether the document is to be read again; the caller has saved the extraction in this transaction. */
  note(tx: Transaction, documentId: string, { isCutShort }: Extraction, readings: number): Promise<void> {
    if (isCutShort !== true || readings >= MOST_REREADINGS) return this.forget(tx, documentId);
    return this.repository.save(tx, documentId, readings);
  }

  forget(tx: Transaction, documentId: string): Promise<void> {
    return this.repository.forget(tx, documentId);
  }

  /** False when the document was read by another job meanwhile. */
  isQueued(documentId: string): Promise<boolean> {
    return this.repository.isQueued(documentId);
  }

  /** True when a document of those `hours` old, or of any age, is to be read again. */
  areWaiting({ hours = 0 }: { hours?: number } = {}): Promise<boolean> {
    return this.repository.areWaiting(hours);
  }

  /** Has some of them read again, those that have waited for longest. Returns how many. */
  readAgain(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const queued = await this.repository.take(tx, TOGETHER);
      const jobs = queued.map(
        ({ organizationId, documentId, readings, contentHash }) =>
          ({
            ...{ organizationId, documentId, contentHash },
            reason: 'reread',
            rereading: readings,
            isBulk: true,
          }) as const,
      );
      await this.jobs.enqueueAll(tx, ProcessDocument, jobs);
      for (const { documentId, ...scope } of queued)
        this.broadcasts.send(tx, ProcessingProgressed, progressOf(scope, { documentId, status: 'pending' }));
      return queued.length;
    });
  }
}
