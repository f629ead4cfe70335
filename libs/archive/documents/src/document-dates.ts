import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import type { FoundDate, StoredDateFinding } from './date-finding.js';
import { DocumentNameRepository, type WantedDate, type WantedFinding } from './document-name.repository.js';
import { DocumentUpdated } from './documents.events.js';

/** A date that was found and set. Dates are ISO 8601. */
interface ChangedFinding {
  documentId: string;
  before: string | null;
  /** Of the date before. */
  finding: StoredDateFinding | null;
  after: string;
  findingAfter: StoredDateFinding;
}

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

  /** Sets dates that were found, by document. A date that someone has set or removed stays. */
  async setFound(
    tx: Transaction,
    ctx: OrganizationContext,
    found: ReadonlyMap<string, FoundDate>,
  ): Promise<ChangedFinding[]> {
    if (found.size === 0) return [];
    const changed = await this.repository.setFound(tx, ctx, found);
    return changed.map(({ documentId, before, finding, after, findingAfter }) => {
      this.#record(tx, ctx, documentId, after.toISOString());
      return {
        ...{ documentId, finding, findingAfter },
        ...{ before: before?.toISOString() ?? null, after: after.toISOString() },
      };
    });
  }

  /** Returns the documents whose found date was taken back, or set again. */
  async restoreFound(tx: Transaction, ctx: OrganizationContext, dates: readonly WantedFinding[]): Promise<string[]> {
    const restored = await this.repository.restoreFound(tx, ctx, dates);
    for (const { id, date } of restored) this.#record(tx, ctx, id, date?.toISOString() ?? null);
    return restored.map(({ id }) => id);
  }

  #record(tx: Transaction, ctx: OrganizationContext, documentId: string, documentDate: string | null): void {
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['documentDate'], documentDate });
  }
}
