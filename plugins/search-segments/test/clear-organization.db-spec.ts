import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { foldWords, type SearchTree } from '@archivolt/plugin-kit';
import { aSearchDocument, type SeededDocument } from '@archivolt/plugin-kit/testing';
import { SegmentsSearch } from '../src/segments-search.js';
import { Gate } from './gate.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const SMALL = { flushAt: 4, fanout: 3, largest: 64, pauseMs: 1_000_000 };
const [GONE, OTHER] = ['org_00000000000000000000gone', 'org_0000000000000000000other'];
const WORD: SearchTree = { kind: 'text', words: foldWords('word'), fields: ['content'] };

let fixture: SearchFixture;
let others: SeededDocument[];
let documents: SeededDocument[];

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
});

/** Two organizations, each with segments and with documents in the tail. */
beforeEach(async () => {
  await fixture.clean();
  const some = (organizationId: string) =>
    Array.from({ length: 40 }, (_, index) =>
      aSearchDocument({
        id: `${organizationId}${String(index)}`,
        organizationId,
        content: `word number${String(index)}`,
      }),
    );
  [documents, others] = [some(GONE), some(OTHER)];
  await fixture.seed([...documents.slice(0, 38), ...others.slice(0, 38)]);
  await fixture.backend.maintain();
  await fixture.seed([...documents.slice(38), ...others.slice(38)]);
});

afterAll(() => fixture.close());

const clearPart = (organizationId: string) =>
  fixture.sql.transaction((sql) => fixture.backend.clearOrganizationPart(organizationId, sql));

async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ['text', 'segment', 'tail', 'build']) {
    const rows = `select from search_segments_${table} where organization_id = $1`;
    found[table] = (await fixture.sql.query(rows, [organizationId])).length;
  }
  return found;
}

const blocksWithoutSegment = () =>
  fixture.sql.query(
    'select from search_segments_block where segment_id not in (select id from search_segments_segment)',
  );

const count = async (organizationId: string): Promise<number> => {
  const page = { sort: { field: 'createdAt', order: 'desc' }, pageIndex: 0, pageSize: 1 } as const;
  return (await fixture.backend.search({ organizationId, tree: WORD, ...page })).count;
};

/** As the purge of an organization does, before it asks the plugin for what is left. */
async function purge(gone: readonly SeededDocument[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await fixture.sql.transaction(async (sql) => {
    await sql.query('delete from document where id = any($1)', [ids]);
    await fixture.backend.remove(ids, sql);
  });
}

const NOTHING = { text: 0, segment: 0, tail: 0, build: 0 };

describe('clearOrganizationPart', () => {
  it('removes segments, blocks and the tail of an organization in parts, and nothing of others', async () => {
    const before = await rowsOf(OTHER);
    await purge(documents);
    const left = await rowsOf(GONE);
    expect(left).toMatchObject({ text: 0, tail: 40 });
    let parts = 0;
    while (await clearPart(GONE)) parts += 1;
    expect(parts).toBe((left['segment'] ?? 0) + 1);
    expect(parts).toBeGreaterThan(1);
    expect([await rowsOf(GONE), await rowsOf(OTHER)]).toEqual([NOTHING, before]);
    expect(await blocksWithoutSegment()).toEqual([]);
    expect([await count(GONE), await count(OTHER)]).toEqual([0, 40]);
  });

  it('removes nothing while the organization has a document, so that none is lost or found after its removal', async () => {
    await purge(documents.slice(1));
    const before = await rowsOf(GONE);
    expect(await clearPart(GONE)).toBe(false);
    expect(await rowsOf(GONE)).toEqual(before);
    expect(await count(GONE)).toBe(1);
  });

  it('abandons a segment that another process is writing, so that it cannot appear afterwards', async () => {
    const gate = new Gate('insert into search_segments_block');
    await fixture.seed(Array.from({ length: 8 }, (_, index) => ({ ...(documents[index] as SeededDocument) })));
    const process = new SegmentsSearch({ ...fixture.host, sql: gate.over(fixture.sql) }, SMALL);
    const maintained = process.maintain();
    await gate.reached;
    await purge(documents);
    while (await clearPart(GONE));
    gate.open();
    await maintained;
    await process.close();
    expect(await rowsOf(GONE)).toEqual(NOTHING);
    expect(await blocksWithoutSegment()).toEqual([]);
    expect(fixture.errors).toEqual([]);
  });

  it('maintenance clears an organization whose documents are gone, even when all of them were in the tail', async () => {
    const tailOnly = aSearchDocument({ id: 'single', organizationId: 'org_000000000000000000000one', content: 'word' });
    await fixture.seed([tailOnly]);
    await purge([...documents, tailOnly]);
    await fixture.backend.maintain();
    expect([await rowsOf(GONE), await rowsOf(tailOnly.organizationId)]).toEqual([NOTHING, NOTHING]);
    expect(await blocksWithoutSegment()).toEqual([]);
    expect(await count(OTHER)).toBe(40);
  });
});
