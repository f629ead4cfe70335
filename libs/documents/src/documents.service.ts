import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ByteRange, SearchSort } from '@archivolt/plugin-kit';
import {
  CustomPropertyRepository,
  PropertyUsers,
  PropertyValues,
  type DocumentProperty,
} from '#libs/custom-properties';
import { Counters, DocumentActivity, type ActivityEntry, type CounterValues } from '#libs/history';
import { userIdOf, type OrganizationContext, type OrganizationScope, type Page } from '#libs/kernel';
import { canSee } from '#libs/organizations';
import { SearchService, type SearchQuery } from '#libs/search';
import { FileStore, StoredFileMissing } from '#libs/storage';
import { TagRepository, type TagRow } from '#libs/tags';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';

export type ListedDocument = DocumentRow & {
  tags: TagRow[];
  /** Every property of the organization in display order; none for actors that may not see properties. */
  customProperties: DocumentProperty[];
};

export interface DocumentQuery extends Page {
  /** Empty for all active documents. */
  searchQuery: string;
  sort: SearchSort;
}

export interface DocumentFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** Reads documents: lists, one with its details, its file and its activity. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly search: SearchService,
    private readonly tags: TagRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly propertyValues: PropertyValues,
    private readonly propertyUsers: PropertyUsers,
    private readonly documentActivity: DocumentActivity,
    private readonly counters: Counters,
  ) {}

  /** One page of the active documents that match, and how many match in all. An empty query counts nothing. */
  async list(
    ctx: OrganizationContext,
    { searchQuery, sort, pageIndex, pageSize }: DocumentQuery,
    signal?: AbortSignal,
  ): Promise<{ documents: ListedDocument[]; documentsCount: number }> {
    const page = { pageIndex, pageSize };
    if (searchQuery.trim() === '') {
      const [rows, { activeDocuments }] = await Promise.all([
        this.documents.findPage(ctx, sort, page),
        this.counters.of(ctx),
      ]);
      return { documents: await this.#withDetails(ctx, rows), documentsCount: activeDocuments };
    }
    const { ids, count } = await this.search.search({ ...this.#searchFor(ctx, searchQuery), sort, ...page }, signal);
    const rows = await this.documents.findInOrder(ctx, ids);
    return { documents: await this.#withDetails(ctx, rows), documentsCount: count };
  }

  /** The ids of all active documents that match, in chunks, oldest first. */
  matchingIds(ctx: OrganizationContext, searchQuery: string): AsyncIterable<string[]> {
    return this.search.matchIds(this.#searchFor(ctx, searchQuery));
  }

  /** The number and size of the documents, active and in the trash. */
  statistics(scope: OrganizationScope): Promise<CounterValues> {
    return this.counters.of(scope);
  }

  /** A document with text, tags and properties, trashed or not. */
  async details(ctx: OrganizationContext, documentId: string): Promise<ListedDocument & { content: string }> {
    const document = await this.documents.find(ctx, documentId);
    if (!document) throw DocumentNotFound();
    const [detailed] = await this.#withDetails(ctx, [document]);
    if (!detailed) throw DocumentNotFound();
    return detailed;
  }

  /** A page of what happened to a document, newest first, and how many entries there are. */
  async activity(
    scope: OrganizationScope,
    documentId: string,
    page: Page,
  ): Promise<{ activities: ActivityEntry[]; activitiesCount: number }> {
    if (!(await this.documents.findFile(scope, documentId))) throw DocumentNotFound();
    const [activities, activitiesCount] = await Promise.all([
      this.documentActivity.list(scope, documentId, page),
      this.documentActivity.count(scope, documentId),
    ]);
    return { activities, activitiesCount };
  }

  /** The stored file, exactly as it was uploaded. */
  async file(scope: OrganizationScope, documentId: string): Promise<DocumentFile> {
    const file = await this.documents.findFile(scope, documentId);
    if (!file) throw DocumentNotFound();
    const { storageKey, driver } = file;
    if (!(await this.files.stat(storageKey, { driver }))) throw StoredFileMissing();
    return { ...file, open: (range) => this.files.read(storageKey, { driver, ...(range && { range }) }) };
  }

  async #withDetails<Row extends DocumentRow>(
    ctx: OrganizationContext,
    rows: readonly Row[],
  ): Promise<(ListedDocument & Row)[]> {
    const ids = rows.map(({ id }) => id);
    const [tags, properties] = await Promise.all([
      this.tags.ofDocuments(ctx, ids),
      canSee(ctx, 'custom-properties') ? this.propertyValues.ofDocuments(ctx, ids) : undefined,
    ]);
    return rows.map((row) => ({
      ...row,
      tags: tags.get(row.id) ?? [],
      customProperties: properties?.get(row.id) ?? [],
    }));
  }

  /** All searches of the server itself share one place in the queue. */
  #searchFor(ctx: OrganizationContext, query: string): SearchQuery {
    const resolver = {
      tagIdsByNameOrId: (names: string[]) => this.tags.idsByNameOrId(ctx, names),
      propertiesByKey: async (keys: string[]) =>
        canSee(ctx, 'custom-properties') ? this.properties.byKeys(ctx, keys) : new Map(),
      userIds: (texts: string[]) => this.propertyUsers.idsByText(ctx, texts),
    };
    return { organizationId: ctx.organizationId, userId: userIdOf(ctx) ?? 'system', query, resolver };
  }
}
