import { Injectable } from '@nestjs/common';
import { DocumentFilesRepository, DocumentNotFound } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { SplittingRepository, type DocumentSplit } from './splitting.repository.js';

/** The latest split of a document, and its parts as far as they are still there. */
export type SplitOfDocument = Pick<DocumentSplit, 'outcome' | 'reason' | 'requestedAt'> & {
  parts: { documentId: string; name: string; isDeleted: boolean }[];
};

/** Reads what became of splits. */
@Injectable()
export class DocumentSplits {
  constructor(
    private readonly splits: SplittingRepository,
    private readonly documents: DocumentFilesRepository,
  ) {}

  /** `undefined` when the document was never split. */
  async of(ctx: OrganizationContext, documentId: string): Promise<SplitOfDocument | undefined> {
    const split = await this.splits.find(undefined, ctx, documentId);
    if (!split) {
      if ((await this.documents.findInOrder(ctx, [documentId])).length === 0) throw DocumentNotFound();
      return undefined;
    }
    const parts = await this.documents.findInOrder(ctx, split.partIds);
    return {
      ...{ outcome: split.outcome, reason: split.reason, requestedAt: split.requestedAt },
      parts: parts.map(({ id, name, isInTrash }) => ({ documentId: id, name, isDeleted: isInTrash })),
    };
  }
}
