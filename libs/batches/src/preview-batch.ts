import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { DocumentSelection, DocumentsService, type DocumentFilter } from '#libs/documents';
import type { OrganizationContext } from '#libs/kernel';

const SMALLEST_PAGE = { sort: { field: 'createdAt', order: 'desc' }, pageIndex: 0, pageSize: 1 } as const;

@Injectable()
export class PreviewBatch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly selection: DocumentSelection,
  ) {}

  /** How many documents a filter selects now. */
  async execute(ctx: OrganizationContext, filter: DocumentFilter): Promise<number> {
    if ('query' in filter) {
      const { documentsCount } = await this.documents.list(ctx, { searchQuery: filter.query, ...SMALLEST_PAGE });
      return documentsCount;
    }
    const documentIds = [...new Set(filter.documentIds)];
    await this.unitOfWork.run((tx) => this.selection.check(tx, ctx, filter, documentIds));
    return documentIds.length;
  }
}
