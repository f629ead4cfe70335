import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { DocumentRepository } from './document.repository.js';
import { DocumentsNotFromOrganization } from './documents.errors.js';
import { DocumentsService } from './documents.service.js';

/** Documents that one request changes together: these, or the active ones that a search finds. */
export type DocumentFilter = { documentIds: readonly string[] } | { query: string; timeZone?: string | undefined };

@Injectable()
export class DocumentSelection {
  constructor(
    private readonly documents: DocumentsService,
    private readonly repository: DocumentRepository,
  ) {}

  /** The ids of the filter without duplicates. Call it outside the transaction: a search may take long. */
  async ids(ctx: OrganizationContext, filter: DocumentFilter): Promise<string[]> {
    if ('documentIds' in filter) return [...new Set(filter.documentIds)];
    const ids: string[] = [];
    for await (const chunk of this.documents.matchingIds(inTimeZone(ctx, filter), filter.query)) ids.push(...chunk);
    return ids;
  }

  /** Throws when an id of the request is not a document of the organization. */
  async check(
    tx: Transaction,
    ctx: OrganizationContext,
    filter: DocumentFilter,
    documentIds: readonly string[],
  ): Promise<void> {
    if ('query' in filter) return; // a document that was found and then purged is not a mistake of the caller
    const found = await this.repository.countOf(tx, ctx, documentIds);
    if (found !== documentIds.length) throw DocumentsNotFromOrganization();
  }
}
