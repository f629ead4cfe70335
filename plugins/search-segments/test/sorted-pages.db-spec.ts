import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchSort, SearchTree } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch } from '@archivolt/plugin-kit/testing';
import { ORGANIZATION } from './random-changes.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const SMALL = { flushAt: 4, fanout: 3, largest: 64, sortedAtOnce: 8, walkedAtMost: 12, pauseMs: 1_000_000 };
const DOCUMENTS = 400;
const MATCHES = 40;

let fixture: SearchFixture;

beforeAll(async () => {
  fixture = await createSearchFixture(SMALL);
});
afterAll(() => fixture.close());

describe('a page in the order of names', () => {
  it.each(['asc', 'desc'] as const)(
    'a sorted page is right when all matches are at the far end of the order (%s), before and after changes',
    async (order) => {
      await fixture.clean();
      const isMatch = (index: number) => (order === 'asc' ? index >= DOCUMENTS - MATCHES : index < MATCHES);
      const documents = Array.from({ length: DOCUMENTS }, (_, index) =>
        aSearchDocument({
          id: `d${String(index).padStart(3, '0')}`,
          name: `name ${String(index).padStart(3, '0')}`,
          content: isMatch(index) ? 'wanted' : 'other',
        }),
      );
      await fixture.seed(documents);
      await fixture.backend.maintain();
      const sort: SearchSort = { field: 'name', order };
      const tree: SearchTree = { kind: 'text', words: ['wanted'], fields: ['content'] };
      const request = { organizationId: ORGANIZATION, tree };
      const expectPages = async () => {
        const expected = evaluateSearch(documents, request, sort);
        for (const pageIndex of [0, 1, 3]) {
          const page = await fixture.backend.search({ ...request, sort, pageIndex, pageSize: 10 });
          expect(page).toEqual({ ids: expected.slice(pageIndex * 10, (pageIndex + 1) * 10), count: expected.length });
        }
      };
      await expectPages();
      await expectPages(); // with the order that is remembered since
      const moved = documents[order === 'asc' ? DOCUMENTS - 1 : 0];
      if (moved) moved.name = order === 'asc' ? 'a first name' : 'z last name';
      await fixture.seed(moved ? [moved] : []);
      await expectPages();
      expect(fixture.errors).toEqual([]);
    },
  );
});
