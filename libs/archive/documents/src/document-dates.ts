import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentNameRepository, type WantedDate } from './document-name.repository.js';
import { DocumentUpdated } from './documents.events.js';

/** Dates of many documents. The caller holds the locks of the documents. */
@Injectable()
export class DocumentDates {
  constructor(
    private readonly repository: DocumentNameRepository,
    private readonly changes: Changes,
  ) {}

  /** Sets one date. Returns the documents that had another one, with that. */
  async change(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    date: string | null,
  ): Promise<{ documentId: string; before: string | null }[]> {
    const changed = await this.repository.setDate(tx, ctx, documentIds, date);
    for (const { documentId } of changed) this.#record(tx, ctx, documentId, date);
    return changed.map(({ documentId, before }) => ({ documentId, before: before?.toISOString() ?? null }));
  }

  /** Returns the documents whose date was set. */
  async restore(tx: Transaction, ctx: OrganizationContext, dates: readonly WantedDate[]): Promise<string[]> {
    const restored = await this.repository.setDates(tx, ctx, dates);
    for (const { id, date } of restored) this.#record(tx, ctx, id, date?.toISOString() ?? null);
    return restored.map(({ id }) => id);
  }

  #record(tx: Transaction, ctx: OrganizationContext, documentId: string, documentDate: string | null): void {
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['documentDate'], documentDate });
  }
}
