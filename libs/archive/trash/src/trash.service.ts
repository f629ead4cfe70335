import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import {
  DocumentNotFound,
  DocumentRepository,
  TrashedDocumentRepository,
  type DocumentRow,
  type TrashView,
} from '#archive/documents';
import { Counters } from '#ground/history';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { MoveDocuments } from './move-documents.js';
import { DocumentNotDeleted } from './trash.errors.js';

/** The list of the trash, and single documents on their way into it and out of it. */
@Injectable()
export class TrashService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly trashed: TrashedDocumentRepository,
    private readonly moves: MoveDocuments,
    private readonly counters: Counters,
  ) {}

  /** Returns one page of the trash and the number of its documents, or of those that the name of the view finds. */
  async list(scope: OrganizationScope, view: TrashView): Promise<{ documents: DocumentRow[]; documentsCount: number }> {
    const [documents, documentsCount] = await Promise.all([
      this.trashed.findPage(scope, view),
      view.name ? this.trashed.countNamed(scope, view.name) : this.#count(scope),
    ]);
    return { documents, documentsCount };
  }

  /** Moves a document to the trash. Does nothing when it is there already. */
  async trash(ctx: OrganizationContext, documentId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const moved = await this.moves.toTrash(tx, ctx, [documentId]);
      if (moved.length === 0 && !(await this.documents.exists(tx, ctx, documentId))) throw DocumentNotFound();
    });
  }

  /** Takes a document out of the trash as it was put there; it is found by the next search. */
  async restore(ctx: OrganizationContext, documentId: string): Promise<void> {
    const prepared = await this.moves.prepareTexts(ctx, [documentId]);
    await this.unitOfWork.run(async (tx) => {
      const taken = await this.moves.outOfTrash(tx, ctx, [{ documentId }], prepared);
      if (taken.length > 0) return;
      throw (await this.documents.exists(tx, ctx, documentId)) ? DocumentNotDeleted() : DocumentNotFound();
    });
  }

  async #count(scope: OrganizationScope): Promise<number> {
    return (await this.counters.of(scope)).trashedDocuments;
  }
}
