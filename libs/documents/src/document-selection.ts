import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import type { Searcher } from '#libs/search';
import { DocumentsNotFromOrganization } from './documents.errors.js';
import { ListDocuments } from './list-documents.js';

/** Documents that one request changes together: these, or the active ones that a search finds. */
export type DocumentFilter = { documentIds: readonly string[] } | { query: string };

const CHUNK = 1_000;

@Injectable()
export class DocumentSelection {
  constructor(private readonly listDocuments: ListDocuments) {}

  /** The ids that are meant, each once. Outside the transaction, as a search may take its time. */
  async ids(searcher: Searcher, filter: DocumentFilter): Promise<string[]> {
    if ('documentIds' in filter) return [...new Set(filter.documentIds)];
    const ids: string[] = [];
    for await (const chunk of this.listDocuments.matchingIds(searcher, filter.query)) ids.push(...chunk);
    return ids;
  }

  /** Throws when an id that was given is not a document of the organization. */
  async check(
    tx: Transaction,
    organizationId: string,
    filter: DocumentFilter,
    documentIds: readonly string[],
  ): Promise<void> {
    if ('query' in filter) return; // what a search found and somebody purged meanwhile is no mistake of the caller
    const [found] = await tx.sql.query<{ count: number }>(
      'select count(*)::int as count from document where organization_id = $1 and id = any($2)',
      [organizationId, documentIds],
    );
    if (found?.count !== documentIds.length) throw DocumentsNotFromOrganization();
  }
}

/** In the order of the ids, so that two batches never wait for each other crosswise. */
export function* inChunks(documentIds: readonly string[]): Iterable<string[]> {
  const ordered = [...documentIds].sort();
  for (let start = 0; start < ordered.length; start += CHUNK) yield ordered.slice(start, start + CHUNK);
}
