import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import {
  DocumentDeleted,
  DocumentRestored,
  searchDocument,
  TrashedDocumentRepository,
  type MovedDocument,
  type TrashMark,
} from '#archive/documents';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SearchService } from '#capabilities/search';

/** Texts that are prepared for the search index, by document. */
export type PreparedTexts = ReadonlyMap<string, Awaited<ReturnType<SearchService['prepareContent']>>>;

/** A document and when it was moved to the trash. */
export interface Trashed {
  documentId: string;
  mark: TrashMark;
}

/** Moves documents into the trash and out of it, with their search rows, counters and events. */
@Injectable()
export class MoveDocuments {
  constructor(
    private readonly trashed: TrashedDocumentRepository,
    private readonly search: SearchService,
    private readonly changes: Changes,
  ) {}

  /** Returns those that were not in the trash. */
  async toTrash(tx: Transaction, ctx: OrganizationContext, documentIds: readonly string[]): Promise<Trashed[]> {
    const moved = await this.trashed.moveToTrash(tx, ctx, documentIds);
    await this.#recordTrashed(tx, ctx, moved);
    return moved.map(({ id, mark }) => ({ documentId: id, mark }));
  }

  /** Moves documents to the trash as they were in it. The caller holds their locks. Returns those that were active. */
  async backToTrash(tx: Transaction, ctx: OrganizationContext, documents: readonly Trashed[]): Promise<string[]> {
    const moved = await this.trashed.putBack(tx, ctx, documents);
    await this.#recordTrashed(tx, ctx, moved);
    return moved.map(({ id }) => id);
  }

  /** Prepares the texts of those of the documents that are in the trash. Call it before the transaction. */
  async prepareTexts(ctx: OrganizationContext, documentIds: readonly string[]): Promise<PreparedTexts> {
    const texts = await this.trashed.contentsOf(ctx, documentIds);
    const prepared = texts.map(async ({ id, content }) => {
      return [id, await this.search.prepareContent(ctx.organizationId, content)] as const;
    });
    return new Map(await Promise.all(prepared));
  }

  /** Takes documents out of the trash; with a mark, only when they are there since then. Returns those that were. */
  async outOfTrash(
    tx: Transaction,
    ctx: OrganizationContext,
    documents: readonly (Partial<Trashed> & Pick<Trashed, 'documentId'>)[],
    prepared: PreparedTexts,
  ): Promise<Trashed[]> {
    const taken = await this.trashed.takeOut(tx, ctx, documents);
    const short = taken.filter(({ document }) => prepared.get(document.id)?.texts === undefined);
    await this.search.index(
      tx.sql,
      short.map(({ document }) => searchDocument(document)),
    );
    for (const { document, size: bytes } of taken) {
      const text = prepared.get(document.id);
      if (text?.texts !== undefined) await this.search.index(tx.sql, [searchDocument(document)], text);
      const counters = { activeDocuments: 1, activeBytes: bytes, trashedDocuments: -1, trashedBytes: -bytes };
      this.changes.record(tx, ctx, DocumentRestored, { documentId: document.id }, { counters });
    }
    return taken.map(({ document, mark }) => ({ documentId: document.id, mark }));
  }

  async #recordTrashed(tx: Transaction, ctx: OrganizationContext, moved: readonly MovedDocument[]): Promise<void> {
    await this.search.remove(
      tx.sql,
      moved.map(({ id }) => id),
    );
    for (const { id: documentId, size } of moved) {
      const counters = { activeDocuments: -1, activeBytes: -size, trashedDocuments: 1, trashedBytes: size };
      this.changes.record(tx, ctx, DocumentDeleted, { documentId }, { counters });
    }
  }
}
