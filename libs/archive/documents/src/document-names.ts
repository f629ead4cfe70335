import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import { DocumentNameRepository, type NamedAndDated, type WantedName } from './document-name.repository.js';
import { DocumentUpdated } from './documents.events.js';

/** Names of many documents. */
@Injectable()
export class DocumentNames {
  constructor(
    private readonly repository: DocumentNameRepository,
    private readonly changes: Changes,
    private readonly search: SearchService,
  ) {}

  /** Returns the documents that exist, in no order; with `activeOnly`, only those that are not in the trash. */
  read(
    tx: Transaction,
    scope: OrganizationScope,
    documentIds: readonly string[],
    options: { activeOnly: boolean },
  ): Promise<NamedAndDated[]> {
    return this.repository.read(tx, scope, documentIds, options);
  }

  /** Returns the documents that were renamed. The caller holds the locks of the documents. */
  async change(tx: Transaction, ctx: OrganizationContext, names: readonly WantedName[]): Promise<string[]> {
    if (names.length === 0) return [];
    const renamed = await this.repository.rename(tx, ctx, names);
    const indexed = renamed.filter(({ isTrashed }) => !isTrashed).map(({ isTrashed: _, ...texts }) => texts);
    await this.search.updateManyShortTexts(tx.sql, indexed, (ids) => this.repository.contents(tx, ctx, ids));
    for (const { id: documentId, name } of renamed)
      this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['name'], name });
    return renamed.map(({ id }) => id);
  }
}
