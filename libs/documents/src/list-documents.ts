import { Injectable } from '@nestjs/common';
import type { SearchSort } from '@archivolt/plugin-kit';
import type { Page } from '#libs/kernel';
import { SearchService, type Searcher, type SearchQuery } from '#libs/search';
import { TagCatalog, type TagRow } from '#libs/tags';
import { DocumentRepository, type DocumentFigures, type DocumentRow } from './document.repository.js';

export type ListedDocument = DocumentRow & { tags: TagRow[] };

export interface DocumentQuery extends Page {
  organizationId: string;
  /** Who asks. */
  userId: string;
  searchQuery: string;
  sort: SearchSort;
}

@Injectable()
export class ListDocuments {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly tags: TagCatalog,
  ) {}

  /** One page of the active documents that match, and how many match in all. */
  async execute(
    query: DocumentQuery,
    signal: AbortSignal,
  ): Promise<{ documents: ListedDocument[]; documentsCount: number }> {
    const { organizationId, userId, searchQuery, sort, pageIndex, pageSize } = query;
    const { ids, count } = await this.search.search(
      { ...this.#meaning({ organizationId, userId }, searchQuery), sort, pageIndex, pageSize },
      signal,
    );
    const [rows, tags] = await Promise.all([
      this.documents.findInOrder(organizationId, ids),
      this.tags.ofDocuments({ organizationId }, ids),
    ]);
    return { documents: rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] })), documentsCount: count };
  }

  /** One page of the trash, last trashed first, and how many documents lie there. */
  async trash(organizationId: string, page: Page): Promise<{ documents: DocumentRow[]; documentsCount: number }> {
    const { documents, count } = await this.documents.findTrashed(organizationId, page);
    return { documents, documentsCount: count };
  }

  /** How many documents there are and how many bytes they have. */
  figures(organizationId: string): Promise<DocumentFigures> {
    return this.documents.measure(organizationId);
  }

  /** The ids of all active documents that match, in chunks, oldest first. */
  matchingIds(searcher: Searcher, searchQuery: string): AsyncIterable<string[]> {
    return this.search.matchIds(this.#meaning(searcher, searchQuery));
  }

  #meaning({ organizationId, userId }: Searcher, query: string): SearchQuery {
    const resolver = {
      tagIdsByNameOrId: (names: string[]) => this.tags.idsByNameOrId({ organizationId }, names),
    };
    return { organizationId, userId, query, resolver };
  }
}
