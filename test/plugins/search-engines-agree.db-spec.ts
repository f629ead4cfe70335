import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SeededRandom } from '@archivolt/plugin-kit/testing';
import { migrations as postgresMigrations } from '../../plugins/search-postgres/src/migrations.js';
import { PostgresSearch } from '../../plugins/search-postgres/src/postgres-search.js';
import { SegmentsSearch } from '../../plugins/search-segments/src/segments-search.js';
import { RandomArchive, type ChangedBackend } from '../../plugins/search-segments/test/random-changes.js';
import { createSearchFixture, type SearchFixture } from '../../plugins/search-segments/test/search-fixture.js';
import { isFullSet, sample } from '../support/sample.js';

/** `SEARCH_TREES=10000` tries more of them, `SEARCH_TREES_SEED` other ones. */
const TREES = Number(process.env['SEARCH_TREES'] ?? (isFullSet ? 2_000 : 250));
const TREES_OF_AN_ARCHIVE = 250;
const SEED = Number(process.env['SEARCH_TREES_SEED'] ?? chosenSeed());

/** At the gate one of those of the full set, another one with each commit. */
function chosenSeed(): number {
  const all = Array.from({ length: 8 }, (_, index) => 20_261_123 + index);
  return sample(all, 1, String)[0]!;
}

/** So small that segments are made and merged all the time. */
const SMALL = { flushAt: 4, fanout: 3, largest: 64, sortedAtOnce: 8, pauseMs: 1_000_000 };

jest.setTimeout(60_000 + 300 * TREES);

let fixture: SearchFixture;
let postgres: PostgresSearch;
let other: ReturnType<SearchFixture['another']>;

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
  for (const { up } of postgresMigrations) await fixture.pool.query(up);
  postgres = new PostgresSearch(fixture.host);
  other = fixture.another(SMALL);
});
afterAll(async () => {
  await other.close();
  await fixture.close();
});

/** Changes both indexes in the transaction of each change, as it is while one plugin takes over from the other. */
function both(segments: SegmentsSearch): ChangedBackend {
  return {
    index: async (documents, sql) => {
      await postgres.index(documents, sql);
      await segments.index(documents, sql);
    },
    remove: async (ids, sql) => {
      await postgres.remove(ids, sql);
      await segments.remove(ids, sql);
    },
    updateShortTexts: async (document, sql) =>
      (await postgres.updateShortTexts(document, sql)) && segments.updateShortTexts(document, sql),
  };
}

async function count(from: string): Promise<number> {
  const [row] = await fixture.sql.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return row?.count ?? 0;
}

const seeds = Array.from({ length: Math.ceil(TREES / TREES_OF_AN_ARCHIVE) }, (_, index) => SEED + index);

// The gate tries the 250 queries of one archive, which changes with the commit; the full set eight archives.
describe('search-segments, search-postgres and an evaluation of every document', () => {
  it.each(seeds)(
    'both plugins agree on random queries between random changes, flushes and merges, with seed %i',
    async (seed) => {
      await fixture.clean();
      await fixture.sql.transaction((sql) => postgres.clear(sql));
      fixture.errors.length = 0;
      const random = new SeededRandom(seed);
      const archive = new RandomArchive(fixture, random);
      const processes = [fixture.backend, other.backend];
      const restarted: SegmentsSearch[] = [];
      let maintained = Promise.resolve();
      for (let step = 0; step < TREES_OF_AN_ARCHIVE; step += 1) {
        const segments = random.pick(processes);
        const kind = random.below(16);
        if (kind === 0) {
          const fresh = new SegmentsSearch(fixture.host, SMALL);
          restarted.push(fresh);
          processes[0] = fresh;
        }
        if (kind < 5) {
          // It goes on while documents are changed and searched.
          await maintained;
          maintained = segments.maintain();
        }
        await archive.change(both(segments));
        await archive.check([segments, postgres], `${String(seed)}/${String(step)}`);
      }
      await maintained;
      expect(fixture.errors).toEqual([]);
      expect(await count('search_segments_segment')).toBeGreaterThan(1);
      for (const process of restarted) await process.close();
    },
  );
});
