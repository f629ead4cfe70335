import { Injectable } from '@nestjs/common';
import type { SearchSort } from '@archivolt/plugin-kit';
import type { Page } from '#libs/kernel';
import { SearchService } from '#libs/search';
import { TagCatalog, type TagRow } from '#libs/tags';
import { DocumentRepository, type DocumentRow } from './document.repository.js';

export type ListedDocument = DocumentRow & { tags: TagRow[] };

export interface DocumentQuery extends Page {
  organizationId: string;
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
    const { organizationId, sort, pageIndex, pageSize } = query;
    const resolver = {
      tagIdsByNameOrId: (names: string[]) => this.tags.idsByNameOrId(organizationId, names),
    };
    const { ids, count } = await this.search.search(
      { organizationId, query: query.searchQuery, resolver, sort, pageIndex, pageSize },
      signal,
    );
    const [rows, tags] = await Promise.all([
      this.documents.findInOrder(organizationId, ids),
      this.tags.ofDocuments(ids),
    ]);
    return { documents: rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] })), documentsCount: count };
  }
}
