import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSearchDocument, type SeededDocument } from '@archivolt/plugin-kit/testing';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const SMALL = { flushAt: 4, fanout: 3, largest: 64, pauseMs: 1_000_000 };
const COUNT = 2_500;
const TABLES = ['segment', 'block', 'tail', 'text', 'build'];

let fixture: SearchFixture;
let documents: SeededDocument[];

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
});

beforeEach(async () => {
  await fixture.clean();
  documents = Array.from({ length: COUNT }, (_, index) =>
    aSearchDocument({ id: `d${String(index)}`, content: `word number${String(index)}` }),
  );
});

afterAll(() => fixture.close());

const clearPart = () => fixture.sql.transaction((sql) => fixture.backend.clearPart(sql));
const rows = async (table: string): Promise<number> =>
  (await fixture.sql.query(`select from search_segments_${table}`)).length;
const expectEmpty = async () => {
  for (const table of TABLES) expect({ table, rows: await rows(table) }).toEqual({ table, rows: 0 });
};

describe('clearPart', () => {
  it('clearing removes a bounded number of rows each time, until none are left', async () => {
    await fixture.seed(documents.slice(0, 400));
    await fixture.backend.maintain();
    await fixture.seed(documents.slice(400));
    expect(await rows('segment')).toBeGreaterThan(1);
    let parts = 0;
    for (let texts = COUNT; await clearPart(); texts = await rows('text')) {
      parts += 1;
      expect(texts - (await rows('text'))).toBeLessThanOrEqual(2_000);
    }
    expect(parts).toBeGreaterThan(4);
    await expectEmpty();
  });

  it('clearing ends with an empty index although another process makes and merges segments in between', async () => {
    const other = fixture.another(SMALL);
    await fixture.seed(documents);
    let isClearing = true;
    const maintain = async () => {
      while (isClearing) await other.backend.maintain();
    };
    const maintained = maintain();
    while (await clearPart());
    isClearing = false;
    await maintained;
    await other.close();
    await expectEmpty();
    expect(fixture.errors.filter((error) => !error.includes('LostBuildError'))).toEqual([]);
  });

  it('clearing does not wait for a transaction that is changing a document, and removes that document after it', async () => {
    await fixture.seed(documents);
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query('select from search_segments_text where document_id = $1 for update', ['d7']);
    for (let part = 0; part < 20; part += 1) expect(await clearPart()).toBe(true);
    expect(await rows('text')).toBe(1);
    await client.query('commit');
    client.release();
    while (await clearPart());
    await expectEmpty();
  });
});
