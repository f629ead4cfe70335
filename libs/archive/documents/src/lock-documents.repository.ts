import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { changeDocument, someDocuments } from './some-documents.repository.js';

/** Locks documents for changes of what refers to them. */
@Injectable()
export class LockDocuments {
  /**
   * Returns the ids of those that exist, in ascending order. No other transaction changes or deletes them before the
   * commit.
   */
  async execute(
    tx: Transaction,
    scope: OrganizationScope,
    documentIds: readonly string[],
    { activeOnly = false }: { activeOnly?: boolean } = {},
  ): Promise<string[]> {
    const rows = await someDocuments(tx, scope, documentIds)
      .select('id')
      .$if(activeOnly, (query) => query.where('deleted_at', 'is', null))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return rows.map(({ id }) => id);
  }

  /** A change of what belongs to a document, such as its archive number, is a change of the document. */
  async touch(tx: Transaction, scope: OrganizationScope, documentId: string): Promise<void> {
    await changeDocument(tx, scope, documentId)
      .set({ updated_at: sql<Date>`greatest(now(), updated_at + interval '1 ms')` })
      .execute();
  }
}
