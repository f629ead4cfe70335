import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentSelection, DocumentsService, type DocumentFilter } from '#archive/documents';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';

@Injectable()
export class PreviewBatch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly selection: DocumentSelection,
  ) {}

  /** Returns how many documents a filter selects now. */
  async execute(ctx: OrganizationContext, filter: DocumentFilter, signal: AbortSignal): Promise<number> {
    if ('query' in filter) return this.documents.count(inTimeZone(ctx, filter), filter.query, signal);
    const documentIds = [...new Set(filter.documentIds)];
    await this.unitOfWork.run((tx) => this.selection.check(tx, ctx, filter, documentIds));
    return documentIds.length;
  }
}
