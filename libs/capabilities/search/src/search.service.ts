import { Injectable, Logger } from '@nestjs/common';
import {
  MOST_SIMILAR,
  type RankedTerm,
  type SearchGroups,
  type SearchPage,
  type SearchQueries,
  type SearchShortTexts,
  type SearchSort,
  type SearchText,
  type SearchTree,
  type SimilarDocument,
  type Sql,
} from '@archivolt/plugin-kit';
import { AwaitChanges } from './await-changes.js';
import { ContentPreparation, type PreparedContent } from './content-preparation.js';
import { shown } from './query-language/filter-context.js';
import type { UnderstoodQuery } from './query-language/interpret-query.js';
import type { QueryResolver } from './query-language/query-resolver.js';
import { labelled } from './query-language/ranked-terms.js';
import { QueryReader, type Asking } from './query-reader.js';
import { EnginesInUse } from './engines-in-use.js';
import type { SearchEngine } from './search-engine.js';
import { SearchNotUnderstood, SearchUnavailable } from './search.errors.js';
import { SearchTurns } from './search-turns.js';

export interface SearchQuery {
  organizationId: string;
  /** The user who searches, or {@link SERVER}. */
  userId: string;
  /** The query as typed; an empty one matches every active document. */
  query: string;
  resolver: QueryResolver;
  /** The zone of the viewer; without it, that of the installation. */
  timeZone?: string;
  /** Where all matches are asked for: a part that is not understood, or left out, is an error. */
  mustBeUnderstood?: boolean;
}

/** In the place of a user: the searches of the server itself. `owner:me` is no user then. */
export const SERVER = 'system';

/** The order of results. By relevance the best come first; without words in the query, the newest. */
export type SearchOrder = SearchSort | { field: 'relevance' };

export interface SearchPageQuery extends SearchQuery {
  sort: SearchOrder;
  pageIndex: number;
  pageSize: number;
}

const NEWEST_FIRST: SearchSort = { field: 'createdAt', order: 'desc' };

/** A page of results, and how the query was understood. */
export type FoundPage = SearchPage & UnderstoodQuery;

/**
 * Searches, and the writes that go with a change. A search plugin in this database writes in the transaction of the
 * change, two of them while one takes over from the other. For an external one nothing is done here: triggers record every change of a document in its transaction
 * (`migrations/0014-search-index.ts`), and `SearchIndexWork` delivers it.
 */
@Injectable()
export class SearchService {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly engines: EnginesInUse,
    private readonly preparation: ContentPreparation,
    private readonly turns: SearchTurns,
    private readonly changes: AwaitChanges,
    private readonly reader: QueryReader,
  ) {}

  /** Returns what a query means: the tree that is searched, and an explanation for the user. Never fails because of it. */
  async understand({ query, resolver, ...user }: Omit<SearchQuery, 'organizationId'>): Promise<UnderstoodQuery> {
    return this.reader.read(query, resolver, await this.#askingOf(user));
  }

  /** Throws when a part of the query is not understood, or left out. */
  async assertUnderstood(query: SearchQuery): Promise<void> {
    refuseNotes(query, await this.understand(query));
  }

  /**
   * Returns one page of matching active documents and their total number. Never fails because of the query; throws a
   * 429 or 503 when too many searches are waiting, and 503 when the search plugin does not respond.
   */
  async search(query: SearchPageQuery, signal?: AbortSignal): Promise<FoundPage> {
    const understood = await this.#understandWithSimilar(query, signal);
    const { tree } = understood;
    if (tree.kind === 'nothing') return { ids: [], count: 0, ...understood };
    const { organizationId, pageIndex, pageSize } = query;
    const terms = query.sort.field === 'relevance' ? await this.#rankedTerms(understood.terms, query) : [];
    const mostSimilar = query.sort.field === 'relevance' && terms.length === 0 ? mostSimilarIn(tree) : undefined;
    const window = mostSimilar === undefined ? { pageIndex, pageSize } : { pageIndex: 0, pageSize: MOST_SIMILAR };
    const sort = query.sort.field === 'relevance' ? NEWEST_FIRST : query.sort;
    await this.changes.of(organizationId, signal);
    let isRanked = terms.length > 0;
    const find = (backend: SearchQueries, limited: AbortSignal, timeLimitMs: number): Promise<SearchPage> => {
      const request = { organizationId, tree, ...window, timeLimitMs };
      isRanked &&= backend.searchByRelevance !== undefined;
      return isRanked && backend.searchByRelevance
        ? backend.searchByRelevance({ ...request, terms }, limited)
        : backend.search({ ...request, sort }, limited);
    };
    const page = await this.turns.take(
      query,
      async () => {
        // The engine is chosen only now: the index that answered before may be empty by now.
        const { answering } = await this.engines.now();
        return answering.query(find, signal);
      },
      signal,
    );
    if (mostSimilar !== undefined) {
      const ids = mostSimilar.filter((id) => page.ids.includes(id));
      return { ids: ids.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize), count: page.count, ...understood };
    }
    if (terms.length === 0 || isRanked) return { ...page, ...understood };
    return { ...page, ...understood, explanation: withoutRelevance(understood, query.query) };
  }

  /**
   * Counts the matches by tag, type, year and property. `undefined` when the search plugin does not count them: then the
   * caller counts what `matchIds` yields.
   */
  async countGroups(query: SearchQuery, signal?: AbortSignal): Promise<SearchGroups | undefined> {
    const { tree } = await this.#understandWithSimilar(query, signal);
    if (tree.kind === 'nothing') return { tags: [], mimeTypes: [], years: [], properties: [] };
    const { organizationId } = query;
    await this.changes.of(organizationId, signal);
    const count = async () => {
      const { answering } = await this.engines.now();
      return answering.query(
        async (backend, limited, timeLimitMs) => backend.countGroups?.({ organizationId, tree, timeLimitMs }, limited),
        signal,
      );
    };
    return this.turns.take(query, count, signal);
  }

  /**
   * Returns the active documents that are like one, the most similar first, at most `MOST_SIMILAR`; none for a document of
   * the trash. `undefined` when the search plugin does not find similar documents.
   */
  async findSimilar(
    { organizationId, userId, documentId }: Pick<SearchQuery, 'organizationId' | 'userId'> & { documentId: string },
    signal?: AbortSignal,
  ): Promise<SimilarDocument[] | undefined> {
    await this.changes.of(organizationId, signal);
    const find = async () => {
      const { answering } = await this.engines.now();
      if (answering.declaration.findsSimilar !== true) return undefined;
      return answering.query(
        async (backend, limited, timeLimitMs) =>
          backend.findSimilar?.({ organizationId, documentId, timeLimitMs }, limited),
        signal,
      );
    };
    return this.turns.take({ organizationId, userId }, find, signal);
  }

  /**
   * Yields the ids of all matches in chunks, oldest first. Each chunk waits for a search slot. A filter without its value
   * matches nothing: what is done to all matches must not be done to every document. `within`: a condition besides the
   * query, for what a query cannot name.
   */
  async *matchIds(query: SearchQuery, within?: SearchTree): AsyncIterable<string[]> {
    const asking = { ...(await this.#askingOf(query)), ...this.#similarFor(query), needsCompleteFilters: true };
    const understood = await this.reader.read(query.query, query.resolver, asking);
    if (query.mustBeUnderstood === true) refuseNotes(query, understood);
    const { tree: asked } = understood;
    if (asked.kind === 'nothing') return;
    const tree: SearchTree = within ? { kind: 'and', children: [asked, within] } : asked;
    const { organizationId } = query;
    await this.changes.of(organizationId);
    const { answering } = await this.engines.now();
    let chunks: AsyncIterator<string[]> | undefined;
    try {
      for (;;) {
        const chunk = await this.turns.take(query, async () => {
          // The index may be emptied once another one has answered for a while.
          if (!(await this.engines.now()).readable.includes(answering)) throw SearchUnavailable();
          return answering.query((backend, _signal, timeLimitMs) => {
            chunks ??= backend.matchIds({ organizationId, tree, timeLimitMs })[Symbol.asyncIterator]();
            return chunks.next();
          });
        });
        if (chunk.done === true) return;
        yield chunk.value;
      }
    } finally {
      // The result is not awaited: it waits for a chunk that is being read, and an engine that hangs never reads it.
      void chunks?.return?.().catch(() => undefined);
    }
  }

  /**
   * Prepares a content for `index` outside the thread that handles requests. Call it before the transaction that
   * writes the content, because it may wait in a queue.
   */
  async prepareContent(organizationId: string, content: string): Promise<PreparedContent> {
    return this.preparation.prepare(organizationId, content, (await this.engines.now()).written);
  }

  /**
   * Indexes active documents, with their current name, content and notes, in the transaction of `sql`. Contents other than
   * the `prepared` ones are prepared here.
   */
  async index(
    sql: Sql,
    documents: readonly SearchText[],
    prepared: PreparedContent | readonly PreparedContent[] = [],
  ): Promise<void> {
    if (documents.length === 0) return;
    const known = [prepared].flat();
    for (const engine of await this.engines.written(sql)) await this.#index(engine, sql, documents, known);
  }

  /** Replaces the indexed name and notes of an active document in the transaction of `sql`. */
  async updateShortTexts(sql: Sql, document: SearchText): Promise<void> {
    const { content, preparedContent: _, ...shortTexts }: SearchShortTexts & SearchText = document;
    await this.updateManyShortTexts(sql, [shortTexts], async () => new Map([[document.id, content]]));
  }

  /**
   * {@link updateShortTexts} for many active documents. Asks for the contents of those that the index does not know, one
   * after the other.
   */
  async updateManyShortTexts(
    sql: Sql,
    documents: readonly SearchShortTexts[],
    contentsOf: (documentIds: readonly string[]) => Promise<Map<string, string>>,
  ): Promise<void> {
    for (const engine of await this.engines.written(sql)) {
      const backend = await engine.transactional();
      for (const document of documents) {
        if ((await backend?.updateShortTexts?.(document, sql)) === true) continue;
        const content = (await contentsOf([document.id])).get(document.id) ?? '';
        await this.#index(engine, sql, [{ ...document, content }]);
      }
    }
  }

  /** Removes trashed or purged documents from the index. */
  async remove(sql: Sql, documentIds: readonly string[]): Promise<void> {
    if (documentIds.length === 0) return;
    for (const engine of await this.engines.written(sql))
      await (await engine.transactional())?.remove(documentIds, sql);
  }

  /** Removes some of what is left of an organization without documents; false when nothing is left. */
  async clearOrganizationPart(sql: Sql, organizationId: string): Promise<boolean> {
    for (const engine of await this.engines.written(sql)) {
      const backend = await engine.transactional();
      if ((await backend?.clearOrganizationPart?.(organizationId, sql)) === true) return true;
    }
    return false;
  }

  /** Maintains the indexes; called every few minutes in one process. An external engine that is away has nothing to do. */
  async maintain(): Promise<void> {
    const { answering, written } = await this.engines.now();
    for (const engine of new Set([answering, ...written])) {
      try {
        await engine.maintain();
      } catch (error) {
        if (engine.isTransactional) throw error;
        this.#logger.warn(`${engine.pluginId} could not maintain its index: ${(error as Error).message}`);
      }
    }
  }

  /** Lets the search plugin in this database that answers now read what first searches need. It may take minutes. */
  async warmUp(signal: AbortSignal): Promise<void> {
    const { answering } = await this.engines.now();
    const backend = await answering.transactional();
    await backend?.warmUp?.(signal);
  }

  /** The same as `understand`, with the documents that are like those that the query names. */
  async #understandWithSimilar(query: SearchQuery, signal?: AbortSignal): Promise<UnderstoodQuery> {
    const asking = { ...(await this.#askingOf(query)), ...this.#similarFor(query, signal) };
    return this.reader.read(query.query, query.resolver, asking);
  }

  /** The documents like one are found before the search, in a turn of their own. */
  #similarFor({ organizationId, userId }: SearchQuery, signal?: AbortSignal): Pick<Asking, 'findSimilar'> {
    return {
      findSimilar: async (documentId) => {
        const similar = await this.findSimilar({ organizationId, userId, documentId }, signal);
        return (similar ?? []).map(({ id }) => id);
      },
    };
  }

  async #askingOf({ userId, timeZone }: Pick<SearchQuery, 'timeZone' | 'userId'>): Promise<Asking> {
    const { findsEndings = false, findsSimilar = false } = (await this.engines.now()).answering.declaration;
    return {
      ...{ findsEndings, findsSimilar },
      ...(userId !== SERVER && { userId }),
      ...(timeZone !== undefined && { timeZone }),
    };
  }

  async #rankedTerms(terms: RankedTerm[], { resolver }: SearchQuery): Promise<RankedTerm[]> {
    return terms.length === 0 || !resolver.labels ? terms : labelled(terms, await resolver.labels());
  }

  async #index(
    engine: SearchEngine,
    sql: Sql,
    documents: readonly SearchText[],
    prepared: readonly PreparedContent[] = [],
  ): Promise<void> {
    const known = new Map(prepared.map((each) => [each.content, each.texts?.get(engine.pluginId)]));
    const ready: SearchText[] = [];
    for (const document of documents) {
      const { organizationId, content } = document;
      const text =
        known.get(content) ??
        (await this.preparation.prepare(organizationId, content, [engine])).texts?.get(engine.pluginId);
      ready.push(text === undefined ? document : { ...document, preparedContent: text });
    }
    await (await engine.transactional())?.index(ready, sql);
  }
}

/** The documents that all matches are among, those most like the one that the query names first. */
function mostSimilarIn(tree: SearchTree): string[] | undefined {
  const leaf = tree.kind === 'and' ? tree.children.find(({ kind }) => kind === 'document') : tree;
  return leaf?.kind === 'document' ? leaf.documentIds : undefined;
}

/** Every note counts: `-tag:keep` without such a tag, or what is beyond the limits, would find more than was meant. */
function refuseNotes({ query }: SearchQuery, { explanation: { notes } }: UnderstoodQuery): void {
  const [note] = notes;
  if (!note) return;
  throw SearchNotUnderstood({
    message: `The search "${shown(query)}" is not understood. ${note.message}`,
    facts: { query },
  });
}

function withoutRelevance({ explanation }: UnderstoodQuery, query: string): UnderstoodQuery['explanation'] {
  const message = 'The search engine of this archive cannot put the best results first. The newest come first instead.';
  return {
    ...explanation,
    notes: [...explanation.notes, { code: 'relevance-unavailable', from: 0, to: query.length, message }],
  };
}
