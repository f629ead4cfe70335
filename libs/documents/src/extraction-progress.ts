import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { Signals, type Signal } from '#libs/history';
import type { OrganizationScope } from '#libs/kernel';

export interface DocumentProgress {
  organizationId: string;
  documentId: string;
  done: number;
  /** Null when the extractor does not know it. */
  total: number | null;
}

/** An extractor in this process has reported how far it is. */
export const ExtractionProgressed: Signal<DocumentProgress> = { name: 'extraction.progressed' };

/**
 * How far running extractions are. Kept apart from the document, whose revision and history it must not change, and
 * removed when the extraction ends.
 */
@Injectable()
export class ExtractionProgress {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
  ) {}

  /** Does nothing when the document is gone. */
  async report({ organizationId }: OrganizationScope, { documentId, done, total }: ProgressOf): Promise<void> {
    const written = await sqlOver(this.unitOfWork.db).query(
      `insert into extraction_progress (document_id, done, total)
       select id, $3, $4 from document where organization_id = $1 and id = $2 and extraction_status = 'running'
       on conflict (document_id) do update set done = excluded.done, total = excluded.total returning document_id`,
      [organizationId, documentId, done, total],
    );
    if (written.length > 0) await this.signals.send(ExtractionProgressed, { organizationId, documentId, done, total });
  }

  async end(tx: Transaction, documentId: string): Promise<void> {
    await tx.sql.query('delete from extraction_progress where document_id = $1', [documentId]);
  }
}

type ProgressOf = Omit<DocumentProgress, 'organizationId'>;
