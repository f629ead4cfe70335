import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Broadcasts } from '#ground/history';
import type { OrganizationScope } from '#ground/kernel';
import { DocumentContentRepository } from './document-content.repository.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

export interface ReportedProgress {
  documentId: string;
  step: string;
  done: number;
  /** Null when the extractor does not know it. */
  total: number | null;
}

/**
 * How far running extractions are. Kept apart from the document, whose revision and history it must not change, and
 * removed when the extraction ends.
 */
@Injectable()
export class ExtractionProgress {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly contents: DocumentContentRepository,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Does nothing when the document is gone. */
  async report(scope: OrganizationScope, { documentId, step, done, total }: ReportedProgress): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.contents.saveProgress(tx, scope, { documentId, done, total }))) return;
      const progress = progressOf(scope, { documentId, status: 'running', step, pagesDone: done, pagesTotal: total });
      this.broadcasts.send(tx, ProcessingProgressed, progress);
    });
  }

  end(tx: Transaction, documentId: string): Promise<void> {
    return this.contents.endProgress(tx, documentId);
  }
}
