import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentInboxRepository } from './document-inbox.repository.js';
import { DocumentUpdated } from './documents.events.js';

/** The inbox: documents wait there until a person confirms them. The caller holds the locks of the documents. */
@Injectable()
export class DocumentInbox {
  constructor(
    private readonly repository: DocumentInboxRepository,
    private readonly changes: Changes,
  ) {}

  /** Confirms documents, or puts them back. Returns those that were changed. */
  async change(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    isInInbox: boolean,
  ): Promise<string[]> {
    const changed = await this.repository.set(tx, ctx, documentIds, isInInbox);
    for (const documentId of changed)
      this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['isInInbox'], isInInbox });
    return changed;
  }
}
