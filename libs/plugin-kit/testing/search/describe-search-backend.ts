import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchTree } from '../../src/search/search-backend.js';
import { describeConditions } from './condition-cases.js';
import { describeOrder } from './order-cases.js';
import { aSearchDocument, ORGANIZATION, type DocumentFacts } from './seeded-document.js';
import { CREATED, type SearchBackendUnderTest, type SuiteTools } from './suite-tools.js';
import { describeText } from './text-cases.js';
import { describeRandom, describeWrites } from './write-cases.js';

export interface SearchBackendSuite {
  create(): Promise<SearchBackendUnderTest>;
  /** Releases what `create` took. */
  destroy?(): Promise<void>;
  /** Cases this backend cannot pass, by the name of the test, each with its reason. */
  skip?: Record<string, string>;
}

/** What every search backend must do; a whole spec is one call of this. */
export function describeSearchBackend(name: string, suite: SearchBackendSuite): void {
  describe(`search backend ${name}`, () => {
    let context: SearchBackendUnderTest;
    beforeAll(async () => {
      context = await suite.create();
    });
    afterAll(async () => {
      await context.clean();
      await suite.destroy?.();
    });

    const check = (title: string, work: () => Promise<void>) => {
      const reason = suite.skip?.[title];
      if (reason === undefined) it(title, work);
      else it.skip(`${title} (${reason})`, work);
    };
    const given = async (...facts: DocumentFacts[]) => {
      await context.clean();
      const documents = facts.map((each) => aSearchDocument(each));
      await context.seed(documents);
      return documents;
    };
    const found = async (tree: SearchTree, sort = CREATED, organizationId = ORGANIZATION) => {
      const page = await context.backend.search({ organizationId, tree, sort, pageIndex: 0, pageSize: 100 });
      expect(page.count).toBe(page.ids.length);
      return page.ids;
    };
    const tools: SuiteTools = { check, given, found, context: () => context };
    describeText(tools);
    describeConditions(tools);
    describeOrder(tools);
    describeWrites(tools);
    describeRandom(tools);
  });
}
