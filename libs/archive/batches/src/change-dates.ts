import type { Transaction } from '#ground/database';
import { DocumentDates } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { Injectable } from '@nestjs/common';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from './batch-operation.js';

/** Dates are ISO 8601 in UTC. */
export interface DateDifference {
  before: string | null;
  after: string | null;
}

/** Sets the date of many documents. */
@Injectable()
@IsBatchOperation()
export class ChangeDates implements BatchOperation<{ documentDate: string | null }, DateDifference> {
  readonly name = 'change-dates';
  readonly permissions = ['documents:update'] as const;

  constructor(private readonly dates: DocumentDates) {}

  chunkSize(): number {
    return 500;
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    { documentDate }: { documentDate: string | null },
  ): Promise<DocumentChange<DateDifference>[]> {
    const changed = await this.dates.change(tx, ctx, documentIds, documentDate);
    return changed.map(({ documentId, before }) => ({ documentId, difference: { before, after: documentDate } }));
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<DateDifference>[],
  ): Promise<UndoneChanges<DateDifference>> {
    const wanted = changes.map(({ documentId, difference: { before, after } }) => ({
      documentId,
      present: after,
      wanted: before,
    }));
    const restored = new Set(await this.dates.restore(tx, ctx, wanted));
    return {
      changes: changes
        .filter(({ documentId }) => restored.has(documentId))
        .map(({ documentId, difference: { before, after } }) => ({
          documentId,
          difference: { before: after, after: before },
        })),
      skipped: changes.map(({ documentId }) => documentId).filter((id) => !restored.has(id)),
    };
  }
}
