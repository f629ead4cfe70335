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

/** The one search plugin of this installation; the application binds it. */
export const SEARCH_BACKEND = Symbol('SEARCH_BACKEND');

export interface SearchQuery {
  organizationId: string;
  /** Who searches. */
  userId: string;
  /** As it was typed; empty finds every active document. */
  query: string;
  resolver: QueryResolver;
  /** The zone in which days begin; UTC when missing. */
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
   * One page of matching active documents and how many there are in all. Never fails because of the query; refused with
   * 429 or 503 when too many searches wait for their turn.
   */
  async search(query: SearchPageQuery, signal?: AbortSignal): Promise<SearchPage> {
    const tree = await this.read(query);
    if (tree.kind === 'nothing') return { ids: [], count: 0 };
    const { organizationId, sort, pageIndex, pageSize } = query;
    const request = { organizationId, tree, sort, pageIndex, pageSize };
    return this.turns.take(query, () => this.backend.search(request, signal), signal);
  }

  /** The ids of all matches in chunks, oldest first. Each chunk is read when it is its turn. */
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
   * Prepares a content for `index`, away from the thread that answers requests. To be called before the transaction that
   * writes the content: it may wait for its turn.
   */
  prepareContent(organizationId: string, content: string): Promise<PreparedContent> {
    return this.preparation.prepare(organizationId, content);
  }

  /**
   * Makes active documents findable, or findable by their new name and text, in the transaction of `sql`. Contents that
   * are not the `prepared` one are prepared here.
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

  /** Makes an active document findable by its new name, in the transaction of `sql`. */
  async rename(sql: Sql, document: SearchDocument): Promise<void> {
    const { content: _, ...renamed }: RenamedDocument & { content: string } = document;
    const isRenamed = await this.backend.rename?.(renamed, sql);
    if (isRenamed !== true) await this.index(sql, [document]);
  }

  /** Makes documents unfindable: for those trashed or purged. */
  async remove(sql: Sql, documentIds: readonly string[]): Promise<void> {
    if (documentIds.length > 0) await this.backend.remove(documentIds, sql);
  }

  /** Housekeeping of the index, every few minutes in one process. */
  async maintain(): Promise<void> {
    await this.backend.maintain?.();
  }

  private async read({ query, resolver, timeZone }: SearchQuery): Promise<SearchTree> {
    const expression = parseQuery(query, { now: new Date(), ...(timeZone === undefined ? {} : { timeZone }) });
    return resolveQuery(expression, resolver);
  }
}
