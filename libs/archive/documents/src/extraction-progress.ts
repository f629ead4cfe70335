import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Broadcasts } from '#ground/history';
import type { OrganizationScope } from '#ground/kernel';
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
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Does nothing when the document is gone. */
  async report(scope: OrganizationScope, { documentId, step, done, total }: ReportedProgress): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const written = await tx.sql.query(
        `insert into extraction_progress (document_id, done, total)
         select id, $3, $4 from document where organization_id = $1 and id = $2 and extraction_status = 'running'
         on conflict (document_id) do update set done = excluded.done, total = excluded.total returning document_id`,
        [scope.organizationId, documentId, done, total],
      );
      if (written.length === 0) return;
      const progress = progressOf(scope, { documentId, status: 'running', step, pagesDone: done, pagesTotal: total });
      this.broadcasts.send(tx, ProcessingProgressed, progress);
    });
  }

  async end(tx: Transaction, documentId: string): Promise<void> {
    await tx.sql.query('delete from extraction_progress where document_id = $1', [documentId]);
  }
}
