import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchTree } from '@archivolt/plugin-kit';
import { aSearchDocument, SeededRandom } from '@archivolt/plugin-kit/testing';
import type { SegmentsSearch } from '../src/segments-search.js';
import { ORGANIZATION, RandomArchive } from './random-changes.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const SMALL = { flushAt: 4, fanout: 3, largest: 64, sortedAtOnce: 4, walkedAtMost: 6, pauseMs: 1_000_000 };
const TAG = 'tag_000000000000000000000001';
const TAGGED: SearchTree = { kind: 'tag', tagIds: [TAG] };

let fixture: SearchFixture;
let other: { backend: SegmentsSearch; close(): Promise<void> };

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
  other = fixture.another(SMALL);
});
beforeEach(() => fixture.clean());
afterAll(async () => {
  await other.close();
  await fixture.close();
});

async function tagged(backend = fixture.backend): Promise<string[]> {
  const sort = { field: 'createdAt', order: 'asc' } as const;
  const request = { organizationId: ORGANIZATION, tree: TAGGED, sort, pageIndex: 0, pageSize: 10 };
  return (await backend.search(request)).ids.toSorted();
}

const tag = (id: string) => fixture.sql.query('insert into document_tag values ($1, $2)', [id, TAG]);
const documents = ['a', 'b', 'c'].map((id) => aSearchDocument({ id, organizationId: ORGANIZATION, content: id }));

describe('the cache of tags, dates, properties and orders', () => {
  it('cached answers equal an evaluation of every document, in two processes that change the archive in turn', async () => {
    const random = new SeededRandom(20_261_123);
    const archive = new RandomArchive(fixture, random);
    const processes = [fixture.backend, other.backend];
    for (let step = 0; step < 120; step += 1) {
      for (let change = random.below(4); change > 0; change -= 1) await archive.change(random.pick(processes));
      if (random.below(8) === 0) await random.pick(processes).maintain();
      for (const backend of processes) await archive.check(backend, step);
    }
    expect(fixture.errors).toEqual([]);
  });

  it('the cache follows changes that were not passed to any search engine', async () => {
    await fixture.seed(documents);
    expect([await tagged(), await tagged(other.backend)]).toEqual([[], []]);
    await tag('b');
    expect([await tagged(), await tagged(other.backend)]).toEqual([['b'], ['b']]);
    await fixture.sql.query('delete from document_tag');
    expect([await tagged(), await tagged(other.backend)]).toEqual([[], []]);
  });

  it('the cache is read again after more changes than are checked one by one', async () => {
    await fixture.seed(documents);
    expect(await tagged()).toEqual([]);
    await tag('c');
    await fixture.sql.query(
      `update organization_log set event_position = event_position + 5000 where organization_id = $1`,
      [ORGANIZATION],
    );
    expect(await tagged()).toEqual(['c']);
  });

  it('the cache is read again when the events of the changes were removed by age', async () => {
    await fixture.seed(documents);
    expect(await tagged()).toEqual([]);
    await tag('a');
    await tag('b');
    await fixture.sql.query('delete from event');
    expect(await tagged()).toEqual(['a', 'b']);
  });

  it('the cache is outdated after another change that got the same position when a crash undid the first', async () => {
    await fixture.seed(documents);
    await tag('a');
    expect(await tagged()).toEqual(['a']);
    await fixture.sql.transaction(async (sql) => {
      await sql.query('alter table document_tag disable trigger note_tag');
      await sql.query('delete from document_tag');
      await sql.query('alter table document_tag enable trigger note_tag');
      await sql.query(
        'delete from event where (organization_id, position) in (select organization_id, event_position from organization_log)',
      );
      await sql.query('update organization_log set event_position = event_position - 1');
    });
    await tag('b');
    expect(await tagged()).toEqual(['b']);
  });

  it('the cache serves a search of an older state without going back', async () => {
    await fixture.seed(documents);
    await tag('a');
    const searches = Array.from({ length: 20 }, async (_, index) => {
      if (index === 5) await tag('b');
      return tagged();
    });
    for (const ids of await Promise.all(searches)) expect([['a'], ['a', 'b']]).toContainEqual(ids);
    expect(await tagged()).toEqual(['a', 'b']);
  });
});
