import type {
  HostServices,
  RelevancePageRequest,
  SearchGroups,
  SearchPage,
  SearchPageRequest,
  SearchRequest,
  SearchShortTexts,
  SearchText,
  SimilarDocument,
  SimilarRequest,
  Sql,
  TransactionalSearchBackend,
} from '@archivolt/plugin-kit';
import { clearSomeTexts, clearTexts } from './documents/clear-documents.js';
import { clearSomeOfOrganization } from './documents/clear-organization.js';
import { removeTexts, writeShortTexts, writeTexts } from './documents/write-documents.js';
import { Pacer } from './pacer.js';
import { countInGroups } from './reading/groups.js';
import { findMatches, sequencesOf } from './reading/matches.js';
import { PAGE_SIZES, readPage, type PageSizes } from './reading/pages.js';
import { IndexCaches } from './reading/index-caches.js';
import { readRankedPage } from './reading/relevance.js';
import type { Reading } from './reading/reading.js';
import { inSearchTransaction } from './reading/search-transaction.js';
import { readSimilar } from './reading/similar.js';
import { USUAL_SIZES } from './upkeep/segment-sizes.js';
import { Upkeep, type UpkeepOptions } from './upkeep/upkeep.js';
import { KeptConditions } from './warm-up/kept-conditions.js';
import { RunningSearches } from './warm-up/running-searches.js';
import { USUAL_WARM_UP, WarmUp, type WarmUpOptions } from './warm-up/warm-up.js';
import { describeWarmUps } from './warm-up/warm-up-report.js';

const GIVEN_CHUNK = 1_000;

/** Sizes that tests make small. */
export type SegmentsSearchOptions = Partial<PageSizes & UpkeepOptions & WarmUpOptions>;

export class SegmentsSearch implements TransactionalSearchBackend {
  readonly #caches = new IndexCaches();
  readonly #upkeep: Upkeep;
  readonly #pageSizes: PageSizes;
  readonly #searches = new RunningSearches();
  readonly #asked: KeptConditions;
  readonly #warmUp: WarmUp;
  readonly #closing = new AbortController();
  #warming: Promise<void> | undefined;

  constructor(
    private readonly host: Pick<HostServices, 'controlSql' | 'logger' | 'now' | 'sql' | 'state'>,
    sizes: SegmentsSearchOptions = {},
  ) {
    this.#pageSizes = { ...PAGE_SIZES, ...sizes };
    this.#upkeep = new Upkeep(host, { ...USUAL_SIZES, ...sizes });
    this.#asked = new KeptConditions(host);
    const warmUp = { searches: this.#searches, caches: this.#caches, asked: this.#asked };
    this.#warmUp = new WarmUp(host, warmUp, { ...USUAL_WARM_UP, ...sizes });
  }

  async index(documents: readonly SearchText[], sql: Sql): Promise<void> {
    await writeTexts(documents, sql);
    this.#upkeep.changed(documents.map(({ organizationId }) => organizationId));
  }

  async updateShortTexts(document: SearchShortTexts, sql: Sql): Promise<boolean> {
    const isKnown = await writeShortTexts(document, sql);
    if (isKnown) this.#upkeep.changed([document.organizationId]);
    return isKnown;
  }

  async remove(documentIds: readonly string[], sql: Sql): Promise<void> {
    this.#upkeep.changed(await removeTexts(documentIds, sql));
  }

  isBehind(): Promise<boolean> {
    return this.#upkeep.isBehind();
  }

  async clear(sql: Sql): Promise<void> {
    await clearTexts(sql);
  }

  async clearPart(sql: Sql): Promise<boolean> {
    return clearSomeTexts(sql);
  }

  async clearOrganizationPart(organizationId: string, sql: Sql): Promise<boolean> {
    return clearSomeOfOrganization(organizationId, sql);
  }

  async search(
    { sort, pageIndex, pageSize, ...request }: SearchPageRequest,
    signal?: AbortSignal,
  ): Promise<SearchPage> {
    const window = { offset: pageIndex * pageSize, size: pageSize };
    return this.#read(request, signal, async (reading) => {
      const matches = await findMatches(request.tree, reading);
      return readPage(matches, sort, window, reading, this.#pageSizes);
    });
  }

  async searchByRelevance(
    { terms, pageIndex, pageSize, ...request }: RelevancePageRequest,
    signal?: AbortSignal,
  ): Promise<SearchPage> {
    const window = { offset: pageIndex * pageSize, size: pageSize };
    return this.#read(request, signal, (reading) => readRankedPage({ tree: request.tree, terms }, window, reading));
  }

  async findSimilar({ documentId, ...request }: SimilarRequest, signal?: AbortSignal): Promise<SimilarDocument[]> {
    return this.#read(request, signal, (reading) => readSimilar(documentId, reading));
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    const sequences = await this.#read(request, undefined, async (reading) =>
      sequencesOf(await findMatches(request.tree, reading), reading),
    );
    for (let start = 0; start < sequences.length; start += GIVEN_CHUNK) {
      const rows = await this.host.sql.query<{ id: string }>(
        `select id from document
         where sequence = any($1::bigint[]) and organization_id = $2 and deleted_at is null order by sequence`,
        [[...sequences.subarray(start, start + GIVEN_CHUNK)], request.organizationId],
      );
      yield rows.map(({ id }) => id);
    }
  }

  async countGroups(request: SearchRequest, signal?: AbortSignal): Promise<SearchGroups> {
    return this.#read(request, signal, async (reading) =>
      countInGroups(await findMatches(request.tree, reading), reading),
    );
  }

  /** Makes the segments that are due in any organization. */
  async maintain(): Promise<void> {
    await this.#upkeep.runAll();
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    this.#warming ??= this.#warmUp.run(AbortSignal.any([signal, this.#closing.signal]));
    await this.#warming;
  }

  async describe(): Promise<string[]> {
    return [...(await this.#upkeep.describe()), ...(await describeWarmUps(this.host))];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#warming;
    await this.#warmUp.close();
    await this.#asked.save();
    await this.#upkeep.close();
  }

  #read<Result>(
    { organizationId, timeLimitMs, tree }: Partial<Pick<SearchRequest, 'tree'>> & Omit<SearchRequest, 'tree'>,
    signal: AbortSignal | undefined,
    work: (reading: Reading) => Promise<Result>,
  ): Promise<Result> {
    if (tree) this.#asked.note(organizationId, tree);
    return this.#searches.during(() =>
      inSearchTransaction(this.host, { signal, timeLimitMs }, (session) =>
        work({ organizationId, session, caches: this.#caches, pacer: new Pacer() }),
      ),
    );
  }
}
