import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ByteRange, SearchGroups, SearchSort, SearchTree } from '@archivolt/plugin-kit';
import { CustomPropertyRepository, PropertyUsers } from '#archive/properties';
import { Counters, DocumentActivity, type ActivityEntry, type CounterValues } from '#ground/history';
import { userIdOf, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { canSee } from '#people/organizations';
import {
  Highlights,
  SearchService,
  SERVER,
  type Highlight,
  type QueryExplanation,
  type NamedLabel,
  type ReadContents,
  type SearchOrder,
  type SearchQuery,
  type UnderstoodQuery,
} from '#capabilities/search';
import { FileStore } from '#capabilities/storage';
import { TagRepository } from '#archive/tags';
import { ArchiveNumberRepository } from './archive-numbers/archive-number.repository.js';
import { attachmentOfPage, type AttachmentName } from './attachment-pages.js';
import { DocumentContentRepository } from './document-content.repository.js';
import { DocumentLanguages } from './document-languages.js';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { ListedDocumentRepository, type DetailedDocument } from './listed-document.repository.js';

export type ListedDocument = DetailedDocument & { highlights?: DocumentHighlight[] };

/** A highlight, and the file in the file of the document that it is of; null when it is of the file itself. */
export type DocumentHighlight = Highlight & { attachment: AttachmentName | null };

interface Marked {
  found: ReadonlyMap<string, Highlight[]>;
  /** The documents that have files in their file, of those whose contents were read. */
  withFiles: ReadonlySet<string>;
}

/** A match as far as completing a query needs it. */
export interface PeekedDocument {
  id: string;
  name: string;
  highlights: Highlight[];
}

export interface DocumentQuery extends Page {
  /** Empty for all active documents. */
  searchQuery: string;
  sort: SearchOrder;
  /** Whether the words of the query are marked in the documents. */
  highlight?: boolean;
  /** Whether to say how the query was understood. */
  explain?: boolean;
}

export interface DocumentFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** From this offset on, a statement that counts the documents costs less than it saves. */
const FAR_OFFSET = 2_000;

/** Reads documents: lists, one with its details, its file and its activity. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly listed: ListedDocumentRepository,
    private readonly contents: DocumentContentRepository,
    private readonly highlights: Highlights,
    private readonly files: FileStore,
    private readonly search: SearchService,
    private readonly tags: TagRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly propertyUsers: PropertyUsers,
    private readonly documentActivity: DocumentActivity,
    private readonly counters: Counters,
    private readonly languages: DocumentLanguages,
    private readonly archiveNumbers: ArchiveNumberRepository,
  ) {}

  /** Returns one page of the active documents that match, and how many match in all. An empty query counts nothing. */
  async list(
    ctx: OrganizationContext,
    { searchQuery, sort, pageIndex, pageSize, highlight = false, explain = false }: DocumentQuery,
    signal: AbortSignal,
  ): Promise<{ documents: ListedDocument[]; documentsCount: number; explanation?: QueryExplanation }> {
    const page = { pageIndex, pageSize };
    if (searchQuery.trim() === '') {
      const { documents, documentsCount } = await this.#findPage(ctx, withoutWords(sort), page);
      if (highlight) for (const document of documents) document.highlights = [];
      const understood = explain ? await this.search.understand(this.#searchFor(ctx, searchQuery)) : undefined;
      return {
        documents,
        documentsCount,
        ...(understood && { explanation: understood.explanation }),
      };
    }
    const search = { ...this.#searchFor(ctx, searchQuery), sort, ...page };
    const { ids, count, marks, explanation } = await this.search.search(search, signal);
    const documents: ListedDocument[] = await this.listed.findInOrder(ctx, ids);
    if (highlight) {
      const marked = await this.#highlight(ctx, marks, documents, signal);
      await this.#addHighlights(ctx, documents, marked);
    }
    return { documents, documentsCount: count, ...(explain && { explanation }) };
  }

  /** Returns how many active documents match. An empty query searches nothing. */
  async count(ctx: OrganizationContext, searchQuery: string, signal: AbortSignal): Promise<number> {
    if (searchQuery.trim() === '') return (await this.counters.of(ctx)).activeDocuments;
    const smallest = { sort: { field: 'createdAt', order: 'desc' }, pageIndex: 0, pageSize: 1 } as const;
    return (await this.search.search({ ...this.#searchFor(ctx, searchQuery), ...smallest }, signal)).count;
  }

  /** The ids of all active documents that match, and fulfil `within`, in chunks, oldest first. */
  matchingIds(ctx: OrganizationContext, searchQuery: string, within?: SearchTree): AsyncIterable<string[]> {
    return this.search.matchIds(this.#searchFor(ctx, searchQuery), within);
  }

  /** {@link matchingIds} for what must not be done to more or fewer: a query that is not understood as a whole is an error. */
  exactlyMatchingIds(ctx: OrganizationContext, searchQuery: string, within?: SearchTree): AsyncIterable<string[]> {
    return this.search.matchIds({ ...this.#searchFor(ctx, searchQuery), mustBeUnderstood: true }, within);
  }

  /** Throws what {@link exactlyMatchingIds} would throw because of the query. */
  assertUnderstood(ctx: OrganizationContext, searchQuery: string): Promise<void> {
    return this.search.assertUnderstood(this.#searchFor(ctx, searchQuery));
  }

  /** Up to `limit` of the newest matches, by name only. An empty query matches all. */
  async peek(
    ctx: OrganizationContext,
    { searchQuery, limit, highlight = false }: { searchQuery: string; limit: number; highlight?: boolean },
    signal?: AbortSignal,
  ): Promise<PeekedDocument[]> {
    const order = { sort: { field: 'createdAt', order: 'desc' }, pageIndex: 0, pageSize: limit } as const;
    const { ids, marks } = await this.search.search({ ...this.#searchFor(ctx, searchQuery), ...order }, signal);
    const rows = await this.documents.findInOrder(ctx, ids);
    const marked = highlight ? await this.#highlight(ctx, marks, rows, signal) : undefined;
    return rows.map(({ id, name }) => ({ id, name, highlights: marked?.found.get(id) ?? [] }));
  }

  /** Counts the active documents that match by tag, type, year and property; `undefined` when the engine cannot. */
  countGroups(ctx: OrganizationContext, searchQuery: string, signal?: AbortSignal): Promise<SearchGroups | undefined> {
    return this.search.countGroups(this.#searchFor(ctx, searchQuery), signal);
  }

  /** Returns what a query means to this caller: the tree that is searched, and an explanation. */
  understand(ctx: OrganizationContext, searchQuery: string): Promise<UnderstoodQuery> {
    return this.search.understand(this.#searchFor(ctx, searchQuery));
  }

  /** The number and size of the documents, active and in the trash. */
  statistics(scope: OrganizationScope): Promise<CounterValues> {
    return this.counters.of(scope);
  }

  /** A document with text, tags and properties, trashed or not. */
  async details(ctx: OrganizationContext, documentId: string): Promise<ListedDocument & { content: string }> {
    const document = await this.listed.find(ctx, documentId);
    if (!document) throw DocumentNotFound();
    return document;
  }

  /** The content of a document, trashed or not. */
  async content(scope: OrganizationScope, documentId: string): Promise<string> {
    const content = await this.contents.content(scope, documentId);
    if (content === undefined) throw DocumentNotFound();
    return content;
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
    const found = await this.files.find(file.storageKey, file);
    return { ...file, open: (range) => found.read(range) };
  }

  async #highlight(
    ctx: OrganizationContext,
    tree: SearchTree,
    rows: readonly DocumentRow[],
    signal: AbortSignal | undefined,
  ): Promise<Marked> {
    const withFiles = new Set<string>();
    const read: ReadContents = async (ids, range) => {
      const slices = await this.contents.slices(ctx, ids, range);
      for (const [id, { hasAttachments }] of slices) if (hasAttachments) withFiles.add(id);
      return slices;
    };
    return { found: await this.highlights.of(ctx, tree, rows, read, signal), withFiles };
  }

  /** Names the file in the file of a document that a highlight is of. */
  async #addHighlights(
    ctx: OrganizationContext,
    documents: readonly ListedDocument[],
    { found, withFiles }: Marked,
  ): Promise<void> {
    const ids = [...withFiles].filter((id) => found.get(id)?.some(({ page }) => page !== null));
    const attachments = ids.length > 0 ? await this.contents.attachmentPages(ctx, ids, 'content') : undefined;
    for (const document of documents) {
      const files = attachments?.get(document.id) ?? [];
      document.highlights = (found.get(document.id) ?? []).map((highlight) => ({
        ...highlight,
        attachment: highlight.page === null ? null : attachmentOfPage(files, highlight.page),
      }));
    }
  }

  /** The far half of a long list is read from its end, so that at most half of its index entries are skipped. */
  async #findPage(
    ctx: OrganizationContext,
    sort: SearchSort,
    { pageIndex, pageSize }: Page,
  ): Promise<{ documents: ListedDocument[]; documentsCount: number }> {
    const offset = pageIndex * pageSize;
    if (offset < FAR_OFFSET) {
      const { rows, activeDocuments } = await this.listed.findSlice(ctx, sort, { offset, limit: pageSize });
      return { documents: rows, documentsCount: activeDocuments ?? (await this.counters.of(ctx)).activeDocuments };
    }
    const { activeDocuments: documentsCount } = await this.counters.of(ctx);
    if (offset >= documentsCount) return { documents: [], documentsCount };
    const behind = documentsCount - offset - pageSize;
    const slice =
      behind < offset
        ? { offset: Math.max(behind, 0), limit: pageSize + Math.min(behind, 0), isFromEnd: true }
        : { offset, limit: pageSize };
    return { documents: (await this.listed.findSlice(ctx, sort, slice)).rows, documentsCount };
  }

  /** Returns a search whose owner is the caller; all searches of the server itself share one place in the queue. */
  #searchFor(ctx: OrganizationContext, query: string): SearchQuery {
    const resolver = {
      tagIdsByNameOrId: (names: string[]) => this.tags.idsByNameOrId(ctx, names),
      propertiesByKey: (keys: string[]) => this.properties.byKeys(ctx, keys),
      userIds: (texts: string[]) =>
        this.propertyUsers.idsByText(ctx, texts, { includeMembers: canSee(ctx, 'members') }),
      documentNames: async (ids: string[]) => {
        const rows = await this.documents.findInOrder(ctx, ids);
        return new Map(rows.flatMap(({ id, name, deletedAt }) => (deletedAt === null ? [[id, name] as const] : [])));
      },
      archiveNumbers: async (numbers: number[]) => {
        const holders = await this.archiveNumbers.holders(ctx, numbers);
        return new Map([...holders].map(([number, { documentId }]) => [String(number), documentId]));
      },
      languages: () => this.languages.of(ctx),
      labels: () => this.#labels(ctx),
    };
    const { organizationId, timeZone } = ctx;
    const userId = userIdOf(ctx) ?? SERVER;
    return { organizationId, userId, query, resolver, ...(timeZone !== undefined && { timeZone }) };
  }

  /** The tags and the options of properties that the caller may see. */
  async #labels(ctx: OrganizationContext): Promise<NamedLabel[]> {
    const [tags, properties] = await Promise.all([
      canSee(ctx, 'tags') ? this.tags.names(ctx) : [],
      canSee(ctx, 'custom-properties') ? this.properties.list(ctx) : [],
    ]);
    return [
      ...tags.map(({ id, name }) => ({ name, condition: { tagId: id } })),
      ...properties.flatMap(({ id, options }) =>
        options.map((option) => ({ name: option.name, condition: { propertyId: id, optionId: option.id } })),
      ),
    ];
  }
}

/** All documents fit a query without words equally well. */
function withoutWords(sort: SearchOrder): SearchSort {
  return sort.field === 'relevance' ? { field: 'createdAt', order: 'desc' } : sort;
}
