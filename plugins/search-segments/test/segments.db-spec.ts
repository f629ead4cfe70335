import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SeededRandom } from '@archivolt/plugin-kit/testing';
import { SegmentsSearch } from '../src/segments-search.js';
import { RandomArchive } from './random-changes.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

/** So small that segments are made and merged all the time. */
const SMALL = { flushAt: 4, fanout: 3, largest: 64, sortedAtOnce: 8, pauseMs: 1_000_000 };

let fixture: SearchFixture;

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
});

beforeEach(() => fixture.clean());

afterAll(() => fixture.close());

const counted = async (statement: string): Promise<number> => {
  const [row] = await fixture.sql.query<{ count: number }>(`select count(*)::int as count from ${statement}`);
  return row?.count ?? 0;
};
const lostBlocks = () =>
  counted('search_segments_block where segment_id not in (select id from search_segments_segment)');

describe('segments', () => {
  it('answer as an evaluation of every document does, whatever was changed, flushed and merged before', async () => {
    const random = new SeededRandom(20_260_722);
    const archive = new RandomArchive(fixture, random);
    let backend = fixture.backend;
    for (let step = 0; step < 500; step += 1) {
      const kind = random.below(8);
      if (kind === 0) await backend.maintain();
      else if (kind === 1 && random.below(4) === 0) backend = new SegmentsSearch(fixture.host, SMALL);
      else await archive.change(backend);
      await archive.check(backend, step);
    }
    expect(fixture.errors).toEqual([]);
    expect(await counted('search_segments_segment')).toBeGreaterThan(2);
    expect(await lostBlocks()).toBe(0);
  });
});
