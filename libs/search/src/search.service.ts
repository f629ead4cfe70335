import { Inject, Injectable } from '@nestjs/common';
import type {
  RenamedDocument,
  SearchBackend,
  SearchDocument,
  SearchPage,
  SearchSort,
  SearchTree,
  Sql,
} from '@archivolt/plugin-kit';
import { ContentPreparation, type PreparedContent } from './content-preparation.js';
import { parseQuery } from './query-language/parser.js';
import { resolveQuery, type QueryResolver } from './query-language/resolve-query.js';
import { SearchTurns } from './search-turns.js';

/** The one search plugin of this installation; bound by the application. */
export const SEARCH_BACKEND = Symbol('SEARCH_BACKEND');

export interface SearchQuery {
  organizationId: string;
  /** The user who searches. */
  userId: string;
  /** The query as typed; an empty one matches every active document. */
  query: string;
  resolver: QueryResolver;
  /** The time zone in which days start; UTC when missing. */
  timeZone?: string;
}

export interface SearchPageQuery extends SearchQuery {
  sort: SearchSort;
  pageIndex: number;
  pageSize: number;
}

@Injectable()
export class SearchService {
  constructor(
    @Inject(SEARCH_BACKEND) private readonly backend: SearchBackend,
    private readonly preparation: ContentPreparation,
    private readonly turns: SearchTurns,
  ) {}

  /** Whether a document is findable as soon as the transaction that indexes it commits. */
  get isTransactional(): boolean {
    return this.backend.capabilities.transactional;
  }

  /**
   * Returns one page of matching active documents and their total number. Never fails because of the query; throws a
   * 429 or 503 when too many searches are waiting.
   */
  async search(query: SearchPageQuery, signal?: AbortSignal): Promise<SearchPage> {
    const tree = await this.read(query);
    if (tree.kind === 'nothing') return { ids: [], count: 0 };
    const { organizationId, sort, pageIndex, pageSize } = query;
    const request = { organizationId, tree, sort, pageIndex, pageSize };
    return this.turns.take(query, () => this.backend.search(request, signal), signal);
  }

  /** Yields the ids of all matches in chunks, oldest first. Each chunk waits for a search slot. */
  async *matchIds(query: SearchQuery): AsyncIterable<string[]> {
    const tree = await this.read(query);
    if (tree.kind === 'nothing') return;
    const { organizationId } = query;
    const chunks = this.backend.matchIds({ organizationId, tree })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const chunk = await this.turns.take(query, () => chunks.next());
        if (chunk.done === true) return;
        yield chunk.value;
      }
    } finally {
      await chunks.return?.();
    }
  }

  /**
   * Prepares a content for `index` outside the thread that handles requests. Call it before the transaction that
   * writes the content, because it may wait in a queue.
   */
  prepareContent(organizationId: string, content: string): Promise<PreparedContent> {
    return this.preparation.prepare(organizationId, content);
  }

  /**
   * Indexes active documents, with their current name and content, in the transaction of `sql`. Contents other than
   * the `prepared` one are prepared here.
   */
  async index(sql: Sql, documents: readonly SearchDocument[], prepared?: PreparedContent): Promise<void> {
    const ready: SearchDocument[] = [];
    for (const document of documents) {
      const { organizationId, content } = document;
      const isPrepared = prepared?.content === content;
      const { text } = isPrepared ? prepared : await this.preparation.prepare(organizationId, content);
      ready.push(text === undefined ? document : { ...document, preparedContent: text });
    }
    if (ready.length > 0) await this.backend.index(ready, sql);
  }

  /** Replaces the indexed name of an active document in the transaction of `sql`. */
  async rename(sql: Sql, document: SearchDocument): Promise<void> {
    const { content: _, ...renamed }: RenamedDocument & { content: string } = document;
    const isRenamed = await this.backend.rename?.(renamed, sql);
    if (isRenamed !== true) await this.index(sql, [document]);
  }

  /** Removes trashed or purged documents from the index. */
  async remove(sql: Sql, documentIds: readonly string[]): Promise<void> {
    if (documentIds.length > 0) await this.backend.remove(documentIds, sql);
  }

  /** Maintains the index; called every few minutes in one process. */
  async maintain(): Promise<void> {
    await this.backend.maintain?.();
  }

  private async read({ query, resolver, timeZone }: SearchQuery): Promise<SearchTree> {
    const expression = parseQuery(query, { now: new Date(), ...(timeZone === undefined ? {} : { timeZone }) });
    return resolveQuery(expression, resolver);
  }
}
