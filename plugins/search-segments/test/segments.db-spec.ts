import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchTree } from '@archivolt/plugin-kit';
import {
  aSearchDocument,
  evaluateSearch,
  seedDocuments,
  SeededRandom,
  type SeededDocument,
} from '@archivolt/plugin-kit/testing';
import { isFullSet, sample } from '../../../test/support/sample.js';
import { SegmentsSearch } from '../src/segments-search.js';
import { FailingSql } from './failing-sql.js';
import { ORGANIZATION, RandomArchive } from './random-changes.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

/** So small that segments are made and merged all the time. */
const SMALL = { flushAt: 4, fanout: 3, largest: 64, sortedAtOnce: 8, walkedAtMost: 12, pauseMs: 1_000_000 };

/** Changes, flushes and merges after each of which everything is compared: the gate makes a part of them. */
const STEPS = isFullSet ? 500 : 150;
/** More statements than a flush with two merges takes: the gate ends the process at some of them. */
const STATEMENTS = sample(
  Array.from({ length: 60 }, (_, index) => index + 1),
  20,
  String,
);

let fixture: SearchFixture;

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
});

beforeEach(async () => {
  await fixture.clean();
  fixture.errors.length = 0;
});

const others: SegmentsSearch[] = [];
/** Another instance over the same tables, as after a restart. */
const another = (): SegmentsSearch => {
  const backend = new SegmentsSearch(fixture.host, SMALL);
  others.push(backend);
  return backend;
};
afterEach(() => Promise.all(others.splice(0).map((backend) => backend.close())));
afterAll(() => fixture.close());

const counted = async (statement: string): Promise<number> => {
  const [row] = await fixture.sql.query<{ count: number }>(`select count(*)::int as count from ${statement}`);
  return row?.count ?? 0;
};
const lostBlocks = () =>
  counted('search_segments_block where segment_id not in (select id from search_segments_segment)');

describe('segments', () => {
  it('segments answer like an evaluation of every document, whatever was changed, flushed and merged before', async () => {
    const random = new SeededRandom(20_260_722);
    const archive = new RandomArchive(fixture, random);
    let backend = fixture.backend;
    for (let step = 0; step < STEPS; step += 1) {
      const kind = random.below(8);
      if (kind === 0) await backend.maintain();
      else if (kind === 1 && random.below(4) === 0) backend = another();
      else await archive.change(backend);
      await archive.check(backend, step);
    }
    expect(fixture.errors).toEqual([]);
    expect(await counted('search_segments_segment')).toBeGreaterThan(2);
    expect(await lostBlocks()).toBe(0);
  });

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'segments are complete when the process that makes them ends %s any of its statements',
    async (_, isLastOneRun) => {
      const random = new SeededRandom(7);
      const archive = new RandomArchive(fixture, random);
      let ended = 0;
      for (const endsAt of STATEMENTS) {
        for (let change = 0; change < 10; change += 1) await archive.change(fixture.backend);
        // As many statements as before it ended, each time one more: flushes and merges in all of their states.
        const process = new FailingSql(fixture.sql, endsAt, isLastOneRun);
        const backend = new SegmentsSearch({ ...fixture.host, sql: process.over() }, SMALL);
        await backend.maintain().catch(() => undefined);
        await backend.close();
        if (process.hasEnded) ended += 1;
        await archive.check(fixture.backend, endsAt);
        await archive.check(another(), endsAt);
        // A minute later.
        await fixture.sql.query(`update search_segments_build set renewed_at = renewed_at - interval '61 s'`);
        if (random.below(6) === 0) await fixture.backend.maintain();
        await archive.check(fixture.backend, endsAt);
      }
      await fixture.sql.query(`update search_segments_build set renewed_at = renewed_at - interval '61 s'`);
      await fixture.backend.maintain();
      await archive.check(fixture.backend, 'at last');
      expect(await lostBlocks()).toBe(0);
      expect(await counted('search_segments_build')).toBe(0);
      expect(ended).toBeGreaterThan(isFullSet ? 40 : 9);
    },
  );

  it('segments do not grow when the same documents are indexed repeatedly, and drop purged ones', async () => {
    const documents = Array.from({ length: 60 }, (_, index) =>
      aSearchDocument({ id: `d${String(index).padStart(2, '0')}`, content: `steady word${String(index)}` }),
    );
    const steady: SearchTree = { kind: 'text', words: ['steady'], fields: ['content'] };
    const sort = { field: 'createdAt', order: 'asc' } as const;
    const request = {
      organizationId: documents[0]?.organizationId ?? '',
      tree: steady,
      sort,
      pageIndex: 0,
      pageSize: 100,
    };
    for (let round = 0; round < 10; round += 1) {
      await fixture.seed(documents);
      await fixture.backend.maintain();
      expect((await fixture.backend.search(request)).count).toBe(60);
    }
    await fixture.backend.maintain();
    const [row] = await fixture.sql.query<{ stored: number }>(
      'select sum(size)::int as stored from search_segments_segment',
    );
    expect(row?.stored).toBeLessThanOrEqual(2 * 60);
    await fixture.seed(documents.slice(1).map((document) => ({ ...document, trashed: true })));
    for (let round = 0; round < 3; round += 1) await fixture.backend.maintain();
    // The words of the document that is left; of the others, segments know at most that they are gone.
    expect(await counted('search_segments_block')).toBeLessThanOrEqual(1);
    expect(await lostBlocks()).toBe(0);
    expect(await fixture.backend.search(request)).toEqual({ ids: ['d00'], count: 1 });
    expect(fixture.errors).toEqual([]);
  });

  it('segments are behind while many documents wait for them, and no longer after these were flushed', async () => {
    const isBehind = () => another().isBehind();
    const documents = Array.from({ length: 120 }, (_, index) => aSearchDocument({ id: `d${String(index)}` }));
    await fixture.seed(documents.slice(0, 90));
    expect(await isBehind()).toBe(false);
    await fixture.seed(documents.slice(90));
    expect(await isBehind()).toBe(true);
    await fixture.backend.maintain();
    expect(await isBehind()).toBe(false);
  });

  it('segments are correct while two processes write, flush, merge and search at once', async () => {
    const other = fixture.another(SMALL);
    const random = new SeededRandom(99);
    const processes = [fixture.backend, other.backend];
    const documents = Array.from({ length: 40 }, (_, index) =>
      aSearchDocument({ id: `d${String(index)}`, content: 'steady word0' }),
    );
    await fixture.seed(documents);
    let isWriting = true;
    const steady: SearchTree = { kind: 'text', words: ['steady'], fields: ['content'] };
    const write = async (backend: SegmentsSearch, half: number): Promise<void> => {
      for (let round = 1; round <= 60; round += 1) {
        const index = 2 * random.below(20) + half;
        const document = { ...documents[index], content: `steady word${String(round)}` } as SeededDocument;
        documents[index] = document;
        await seedDocuments([document], backend, fixture.sql);
      }
    };
    const maintain = async (backend: SegmentsSearch): Promise<void> => {
      while (isWriting) await backend.maintain();
    };
    const search = async (backend: SegmentsSearch): Promise<void> => {
      while (isWriting) {
        const sort = { field: 'createdAt', order: 'asc' } as const;
        const request = { organizationId: ORGANIZATION, tree: steady, sort, pageIndex: 0, pageSize: 100 };
        const page = await backend.search(request);
        expect(page).toEqual({ ids: documents.map(({ id }) => id), count: documents.length });
      }
    };
    const readers = processes.flatMap((backend) => [maintain(backend), search(backend)]);
    await Promise.all(processes.map((backend, half) => write(backend, half)));
    isWriting = false;
    await Promise.all(readers);
    for (const backend of processes) {
      for (let round = 0; round <= 60; round += 1) {
        const tree: SearchTree = { kind: 'text', words: [`word${String(round)}`], fields: ['content'] };
        const request = { organizationId: ORGANIZATION, tree };
        const expected = evaluateSearch(documents, request, { field: 'createdAt', order: 'desc' });
        const page = { sort: { field: 'createdAt', order: 'desc' } as const, pageIndex: 0, pageSize: 100 };
        expect(await backend.search({ ...request, ...page })).toEqual({ ids: expected, count: expected.length });
      }
    }
    expect(fixture.errors).toEqual([]);
    await other.close();
  });
});
