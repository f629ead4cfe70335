import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RelevancePageRequest, SearchPageRequest, Sql, TransactionalSearchBackend } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateRelevance, evaluateSearch } from '@archivolt/plugin-kit/testing';
import { validateSync } from 'class-validator';
import { DataConfig } from '#config/data';
import { SearchConfig } from '#config/search';
import { ServerConfig } from '#config/server';
import { Clock } from '#ground/kernel';
import { TextThreads } from './text-threads.js';
import { AwaitChanges } from './await-changes.js';
import { ContentPreparation } from './content-preparation.js';
import type { EnginesInUse, UsedEngines } from './engines-in-use.js';
import { QueryReader } from './query-reader.js';
import { SearchEngine } from './search-engine.js';
import { SearchService, type SearchPageQuery } from './search.service.js';
import { SearchTurns } from './search-turns.js';

const TAG = 'tag_000000000000000000000001';
const documents = [
  aSearchDocument({ id: 'a', name: 'Rent', tagIds: [TAG], date: '2026-01-12T23:30:00Z' }),
  aSearchDocument({ id: 'b', name: 'Rent of a house', date: '2026-01-13T12:00:00Z' }),
];
const sql: Sql = { query: () => Promise.resolve([]), transaction: (work) => work(sql) };

/** Evaluates every document and records the requests it gets. */
class NaiveBackend implements TransactionalSearchBackend {
  readonly calls: string[] = [];

  index(given: readonly unknown[]): Promise<void> {
    this.calls.push(`index ${String(given.length)}`);
    return Promise.resolve();
  }

  remove(ids: readonly string[]): Promise<void> {
    this.calls.push(`remove ${ids.join()}`);
    return Promise.resolve();
  }

  clear(): Promise<void> {
    return Promise.resolve();
  }

  search(request: Parameters<TransactionalSearchBackend['search']>[0]) {
    this.calls.push('search');
    const all = evaluateSearch(documents, request, request.sort);
    const start = request.pageIndex * request.pageSize;
    return Promise.resolve({ ids: all.slice(start, start + request.pageSize), count: all.length });
  }

  async *matchIds(request: Parameters<TransactionalSearchBackend['matchIds']>[0]): AsyncIterable<string[]> {
    this.calls.push('matchIds');
    yield await Promise.resolve(evaluateSearch(documents, request, { field: 'createdAt', order: 'asc' }));
  }
}

let backend: NaiveBackend;
let service: SearchService;
let reader: QueryReader;
/** Which engines are used, instead of the one of the service. */
let roles: UsedEngines | undefined;

function aService(
  searchBackend: TransactionalSearchBackend,
  settings: Partial<SearchConfig> = {},
  timeoutMs = 10_000,
): SearchService {
  const turns = new SearchTurns(Object.assign(new SearchConfig(), settings), new DataConfig(), new ServerConfig());
  const engine = new SearchEngine({
    pluginId: 'search-naive',
    declaration: { transactional: true, indexVersion: 1, create: () => searchBackend },
    open: () => Promise.resolve(searchBackend),
    timeoutMs,
  });
  const awaitChanges = new AwaitChanges(engine, undefined as never);
  const preparation = new ContentPreparation(new TextThreads());
  const used = { answering: engine, written: [engine], readable: [engine], missing: [] };
  const engines = { now: async () => roles ?? used, written: async () => [engine] } as unknown as EnginesInUse;
  return new SearchService(engines, preparation, turns, awaitChanges, reader);
}

function engineOf(pluginId: string, searchBackend: TransactionalSearchBackend): SearchEngine {
  const declaration = { transactional: true as const, indexVersion: 1, create: () => searchBackend };
  return new SearchEngine({ pluginId, declaration, open: () => Promise.resolve(searchBackend), timeoutMs: 10_000 });
}

async function readQueriesWith(settings: Partial<SearchConfig>): Promise<void> {
  reader = new QueryReader(Object.assign(new SearchConfig(), settings), new Clock());
  service = aService(backend);
}

beforeEach(async () => {
  roles = undefined;
  reader = new QueryReader(new SearchConfig(), new Clock());
  backend = new NaiveBackend();
  service = aService(backend);
});

function query(text: string, more: Partial<SearchPageQuery> = {}): SearchPageQuery {
  return {
    organizationId: documents[0]?.organizationId ?? '',
    userId: 'usr_1',
    query: text,
    resolver: {
      tagIdsByNameOrId: () => Promise.resolve(new Map([['home', [TAG]]])),
      propertiesByKey: () => Promise.resolve(new Map()),
      userIds: () => Promise.resolve(new Map()),
    },
    sort: { field: 'createdAt', order: 'asc' },
    pageIndex: 0,
    pageSize: 10,
    ...more,
  };
}

describe('SearchService', () => {
  it('parses the query, resolves its tags and calls the plugin', async () => {
    expect(await service.search(query('rent'))).toMatchObject({ ids: ['a', 'b'], count: 2 });
    expect(await service.search(query('rent tag:Home'))).toMatchObject({ ids: ['a'], count: 1 });
    expect(await service.search(query('rent', { pageIndex: 1, pageSize: 1 }))).toMatchObject({ ids: ['b'], count: 2 });
    expect(await service.search(query(''))).toMatchObject({ ids: ['a', 'b'], count: 2 });
  });

  it('asks the plugin for the order by relevance, with the words of the query and their labels', async () => {
    const requests: RelevancePageRequest[] = [];
    const ranking = Object.assign(new NaiveBackend(), {
      searchByRelevance: async (request: RelevancePageRequest) => {
        requests.push(request);
        return { ids: evaluateRelevance(documents, request), count: 2 };
      },
    });
    const byRelevance = query('rent', { sort: { field: 'relevance' } });
    const labels = () => Promise.resolve([{ name: 'Rent', condition: { tagId: TAG } }]);
    const found = await aService(ranking).search({ ...byRelevance, resolver: { ...byRelevance.resolver, labels } });
    expect(found).toMatchObject({ ids: ['a', 'b'], count: 2, explanation: { notes: [] } });
    expect(requests).toMatchObject([
      {
        terms: [{ forms: [{ words: ['rent'], weight: 16 }], labels: [{ kind: 'tag', tagIds: [TAG] }] }],
        pageIndex: 0,
        pageSize: 10,
        timeLimitMs: 10_000,
      },
    ]);
    expect(ranking.calls).toEqual([]);
  });

  it('the newest come first without words, and with a plugin that has no order by relevance, which is said', async () => {
    const byRelevance = (text: string) => query(text, { sort: { field: 'relevance' } });
    const ranking = Object.assign(new NaiveBackend(), { searchByRelevance: () => Promise.reject(new Error('asked')) });
    const withoutWords = await aService(ranking).search(byRelevance('has:date -water'));
    expect(withoutWords).toMatchObject({ ids: ['b', 'a'], explanation: { notes: [] } });
    const found = await service.search(byRelevance('rent'));
    expect(found).toMatchObject({
      ids: ['b', 'a'],
      explanation: { notes: [{ code: 'relevance-unavailable', from: 0, to: 4 }] },
    });
    expect((await service.search(query('rent'))).explanation.notes).toEqual([]);
  });

  it('gives the plugin the time limit of the settings', async () => {
    const limits: (number | undefined)[] = [];
    const slow = Object.assign(new NaiveBackend(), {
      search: async ({ timeLimitMs }: SearchPageRequest) => {
        limits.push(timeLimitMs);
        return { ids: [], count: 0 };
      },
    });
    await aService(slow, {}, 25_000).search(query('rent'));
    expect(limits).toEqual([25_000]);
  });

  it('finds the date of a document by its day, whatever the configured time zone', async () => {
    expect((await service.search(query('date:2026-01-13'))).ids).toEqual(['b']);
    await readQueriesWith({ timeZone: 'America/Los_Angeles' });
    expect((await service.search(query('date:2026-01-13'))).ids).toEqual(['b']);
  });

  it('searches the stem of a word in the configured languages, by default in none', async () => {
    expect((await service.search(query('houses'))).ids).toEqual([]);
    await readQueriesWith({ stemmingLanguages: ['english'] });
    expect((await service.search(query('houses'))).ids).toEqual(['b']);
    expect((await service.search(query('"houses"'))).ids).toEqual([]);
  });

  it.each<[keyof SearchConfig, unknown, boolean]>([
    ['timeZone', 'UTC', true],
    ['timeZone', 'America/Argentina/Buenos_Aires', true],
    ['timeZone', 'Mars/Olympus', false],
    ['stemmingLanguages', ['english', 'german'], true],
    ['stemmingLanguages', ['english', 'klingon'], false],
    ['stemmingLanguages', ['constructor'], false],
  ])('checks the setting %s = %j at the start: %j', (property, value, isValid) => {
    const faults = validateSync(Object.assign(new SearchConfig(), { [property]: value }));
    expect(faults.map((fault) => fault.property)).toEqual(isValid ? [] : [property]);
  });

  it('explains a query without a search', async () => {
    const { explanation } = await service.understand(query('rent tag:Home !!!'));
    expect(explanation.tree).toEqual({
      kind: 'and',
      children: [
        { kind: 'text', words: ['rent'], fields: ['name', 'content', 'notes'] },
        { kind: 'tag', name: 'Home' },
      ],
    });
    expect(explanation.notes).toMatchObject([{ code: 'no-words', from: 14, to: 17 }]);
    expect(backend.calls).toEqual([]);
  });

  it('the plugin is not called when nothing can match', async () => {
    expect(await service.search(query('rent tag:unknown'))).toMatchObject({ ids: [], count: 0 });
    for await (const chunk of service.matchIds(query('created:never'))) expect(chunk).toEqual([]);
    await service.index(sql, []);
    await service.remove(sql, []);
    expect(backend.calls).toEqual([]);
  });

  it('passes writes to the plugin, and maintenance only to a plugin that supports it', async () => {
    await service.index(sql, documents);
    await service.remove(sql, ['a']);
    await service.maintain();
    expect(backend.calls).toEqual(['index 2', 'remove a']);
  });

  it('returns the ids of all matches', async () => {
    const ids: string[] = [];
    for await (const chunk of service.matchIds(query('-house'))) ids.push(...chunk);
    expect(ids).toEqual(['a']);
  });

  it('runs a few searches of a user at a time, queues some, rejects the rest and serves other users', async () => {
    const open = Promise.withResolvers<void>();
    const started: string[] = [];
    const slow: TransactionalSearchBackend = Object.assign(new NaiveBackend(), {
      search: async ({ organizationId }: { organizationId: string }) => {
        started.push(organizationId);
        if (organizationId === 'org_a') await open.promise;
        return { ids: [], count: 0 };
      },
    });
    service = aService(slow, { runningPerUser: 2, queuePerOrganization: 3 });
    const heavy = Array.from({ length: 8 }, () => service.search(query('rent', { organizationId: 'org_a' })));
    const results = Promise.allSettled(heavy);
    await service.search(query('rent', { organizationId: 'org_b', userId: 'usr_2' }));
    expect(started).toEqual(['org_a', 'org_a', 'org_b']);
    open.resolve();
    const refused = (await results).flatMap((result) =>
      result.status === 'rejected' ? [result.reason as object] : [],
    );
    expect(refused).toHaveLength(3);
    for (const error of refused) expect(error).toMatchObject({ category: 'rate_limited', retryAfterSeconds: 2 });
  });

  it('never starts a search whose client disconnected while it waited', async () => {
    const open = Promise.withResolvers<void>();
    let started = 0;
    const slow: TransactionalSearchBackend = Object.assign(new NaiveBackend(), {
      search: async () => {
        started += 1;
        await open.promise;
        return { ids: [], count: 0 };
      },
    });
    service = aService(slow, { runningPerUser: 1 });
    const first = service.search(query('rent'));
    const client = new AbortController();
    const second = service.search(query('rent'), client.signal);
    const outcome = expect(second).rejects.toThrow('left');
    await Promise.resolve();
    client.abort(new Error('left'));
    await outcome;
    open.resolve();
    await first;
    expect(started).toBe(1);
  });

  it('asks the plugin that answers when the turn comes, not the one at the start of the wait', async () => {
    const open = Promise.withResolvers<void>();
    const before = new NaiveBackend();
    const isAsked = Promise.withResolvers<void>();
    const slow: TransactionalSearchBackend = Object.assign(new NaiveBackend(), {
      search: async () => {
        isAsked.resolve();
        await open.promise;
        return { ids: [], count: 0 };
      },
    });
    const usedOf = (engine: SearchEngine) => ({
      ...{ answering: engine, written: [engine], readable: [engine], missing: [] },
    });
    service = aService(before, { runningPerUser: 1 });
    roles = usedOf(engineOf('search-slow', slow));
    const first = service.search(query('rent'));
    await isAsked.promise;
    roles = usedOf(engineOf('search-before', before));
    const waiting = [service.search(query('rent')), service.countGroups(query('rent'))];
    const ids = service.matchIds(query('rent'))[Symbol.asyncIterator]().next();
    const refused = expect(ids).rejects.toMatchObject({ code: 'search.unavailable' });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const after = new NaiveBackend();
    roles = usedOf(engineOf('search-after', after));
    open.resolve();
    await Promise.all([first, ...waiting, refused]);
    expect(before.calls).toEqual([]);
    expect(after.calls).toEqual(['search']);
  });

  it('holds a search slot while it reads a chunk of ids, and none between chunks', async () => {
    service = aService(backend, { runningPerUser: 1, queuePerOrganization: 0 });
    for await (const chunk of service.matchIds(query('rent'))) {
      expect(chunk).toEqual(['a', 'b']);
      expect((await service.search(query('rent'))).count).toBe(2);
    }
  });

  it('ends the ids of all matches with an error when the search plugin hangs', async () => {
    const hanging = new NaiveBackend();
    hanging.matchIds = () => {
      const never = new Promise<never>(() => undefined);
      return (async function* () {
        yield await never;
      })();
    };
    const ids = aService(hanging, {}, 20).matchIds(query('Rent'))[Symbol.asyncIterator]();
    await expect(ids.next()).rejects.toMatchObject({ code: 'search.unavailable' });
  });
});
