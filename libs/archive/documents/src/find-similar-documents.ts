import { Injectable } from '@nestjs/common';
import { userIdOf, type OrganizationContext, type Page } from '#ground/kernel';
import { SearchService, SERVER } from '#capabilities/search';
import { DocumentRepository } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { ListedDocumentRepository, type DetailedDocument } from './listed-document.repository.js';

/** A page of the documents that are like one. */
export interface SimilarDocuments {
  documents: (DetailedDocument & { score: number; isNearDuplicate: boolean })[];
  documentsCount: number;
  /** False: the search plugin does not find similar documents. */
  isSupported: boolean;
}

@Injectable()
export class FindSimilarDocuments {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly listed: ListedDocumentRepository,
    private readonly search: SearchService,
  ) {}

  /**
   * Returns active documents that are like one, the most similar first, and how many there are: at most 50. None for a
   * document of the trash, which the index does not have.
   */
  async execute(
    ctx: OrganizationContext,
    documentId: string,
    { pageIndex, pageSize }: Page,
    signal: AbortSignal,
  ): Promise<SimilarDocuments> {
    if (!(await this.documents.findFile(ctx, documentId))) throw DocumentNotFound();
    const asked = { organizationId: ctx.organizationId, userId: userIdOf(ctx) ?? SERVER, documentId };
    const found = await this.search.findSimilar(asked, signal);
    if (found === undefined) return { documents: [], documentsCount: 0, isSupported: false };
    const page = found.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    const similar = new Map(page.map((each) => [each.id, each]));
    const rows = await this.listed.findInOrder(ctx, [...similar.keys()]);
    const documents = rows.flatMap((row) => {
      const { score, isNearDuplicate } = similar.get(row.id) ?? { score: 0, isNearDuplicate: false };
      // It may have gone to the trash since.
      return row.deletedAt === null ? [{ ...row, score, isNearDuplicate }] : [];
    });
    return { documents, documentsCount: found.length, isSupported: true };
  }
}
