import { Injectable } from '@nestjs/common';
import { DocumentInbox } from '#archive/documents';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from './batch-operation.js';

export interface InboxDifference {
  /** As the batch has made it; before, it was the opposite. */
  isInInbox: boolean;
}

/** Confirms many documents, which leave the inbox, or puts them back. */
@Injectable()
@IsBatchOperation()
export class ChangeInbox implements BatchOperation<InboxDifference, InboxDifference> {
  readonly name = 'change-inbox';
  readonly permissions = ['documents:update'] as const;

  constructor(private readonly inbox: DocumentInbox) {}

  chunkSize(): number {
    return 500;
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    { isInInbox }: InboxDifference,
  ): Promise<DocumentChange<InboxDifference>[]> {
    const changed = await this.inbox.change(tx, ctx, documentIds, isInInbox);
    return changed.map((documentId) => ({ documentId, difference: { isInInbox } }));
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<InboxDifference>[],
  ): Promise<UndoneChanges<InboxDifference>> {
    const undone: DocumentChange<InboxDifference>[] = [];
    for (const isInInbox of [true, false]) {
      const made = changes.filter(({ difference }) => difference.isInInbox !== isInInbox);
      const ids = made.map(({ documentId }) => documentId);
      undone.push(...(await this.apply(tx, ctx, ids, { isInInbox })));
    }
    const restored = new Set(undone.map(({ documentId }) => documentId));
    return { changes: undone, skipped: changes.map(({ documentId }) => documentId).filter((id) => !restored.has(id)) };
  }
}
