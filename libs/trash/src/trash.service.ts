import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import {
  DocumentDeleted,
  DocumentNotFound,
  DocumentRepository,
  DocumentRestored,
  DocumentSelection,
  inChunks,
  searchDocument,
  TrashedDocumentRepository,
  type DocumentFilter,
  type DocumentRow,
} from '#libs/documents';
import { Changes, Counters } from '#libs/history';
import type { OrganizationContext, OrganizationScope, Page } from '#libs/kernel';
import { SearchService } from '#libs/search';
import { DocumentNotDeleted } from './trash.errors.js';

/** Moves documents into the trash and out of it. */
@Injectable()
export class TrashService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly trashed: TrashedDocumentRepository,
    private readonly selection: DocumentSelection,
    private readonly search: SearchService,
    private readonly changes: Changes,
    private readonly counters: Counters,
  ) {}

  /** One page of the trash, last trashed first, and how many documents are in the trash. */
  async list(scope: OrganizationScope, page: Page): Promise<{ documents: DocumentRow[]; documentsCount: number }> {
    const [documents, { trashedDocuments }] = await Promise.all([
      this.trashed.findPage(scope, page),
      this.counters.of(scope),
    ]);
    return { documents, documentsCount: trashedDocuments };
  }

  /** Moves a document to the trash. Does nothing when it is there already. */
  async trash(ctx: OrganizationContext, documentId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const moved = await this.#move(tx, ctx, [documentId]);
      if (moved.length === 0 && !(await this.documents.exists(tx, ctx, documentId))) throw DocumentNotFound();
    });
  }

  /** Moves many documents to the trash, all or none. Returns those that were not there already. */
  async trashMany(ctx: OrganizationContext, filter: DocumentFilter): Promise<string[]> {
    const ids = await this.selection.ids(ctx, filter);
    const moved = await this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, ids);
      const all: string[] = [];
      for (const chunk of inChunks(ids)) all.push(...(await this.#move(tx, ctx, chunk)));
      return new Set(all);
    });
    return ids.filter((id) => moved.has(id));
  }

  /** Takes a document out of the trash as it was put there; it is found by the next search. */
  async restore(ctx: OrganizationContext, documentId: string): Promise<void> {
    const trashed = await this.documents.find(ctx, documentId);
    const prepared = trashed?.deletedAt
      ? await this.search.prepareContent(ctx.organizationId, trashed.content)
      : undefined;
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForChange(tx, ctx, documentId);
      if (!document) throw DocumentNotFound();
      if (!document.deletedAt) throw DocumentNotDeleted();
      await this.trashed.takeOut(tx, ctx, documentId);
      await this.search.index(tx.sql, [searchDocument(document)], prepared);
      const bytes = document.originalSize;
      const counters = { activeDocuments: 1, activeBytes: bytes, trashedDocuments: -1, trashedBytes: -bytes };
      this.changes.record(tx, ctx, DocumentRestored, { documentId }, { counters });
    });
  }

  async #move(tx: Transaction, ctx: OrganizationContext, documentIds: readonly string[]): Promise<string[]> {
    const moved = await this.trashed.moveToTrash(tx, ctx, documentIds);
    const ids = moved.map(({ id }) => id);
    await this.search.remove(tx.sql, ids);
    for (const { id: documentId, size } of moved) {
      const counters = { activeDocuments: -1, activeBytes: -size, trashedDocuments: 1, trashedBytes: size };
      this.changes.record(tx, ctx, DocumentDeleted, { documentId }, { counters });
    }
    return ids;
  }
}
