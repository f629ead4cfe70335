import { expect } from '@jest/globals';
import type { SearchDeclaration, SearchTree } from '../../src/search/search-backend.js';
import type { ContractCase } from '../contract-case.js';
import { describeConditions } from './condition-cases.js';
import { describeGroups } from './group-cases.js';
import { describeOrder } from './order-cases.js';
import { describeProperties } from './property-cases.js';
import { describeRelevance } from './relevance-cases.js';
import { aSearchDocument, ORGANIZATION, type DocumentFacts } from './seeded-document.js';
import { CREATED, type SearchBackendUnderTest, type SuiteTools } from './suite-tools.js';
import { describeEndings } from './ending-cases.js';
import { describeSimilar } from './similar-cases.js';
import { describeText } from './text-cases.js';
import { describeDeliveries } from './delivery-cases.js';
import { describeRandom, describeTransactions, describeWrites } from './write-cases.js';

/** The cases of the contract of a search backend of this form, to be run one after the other. */
export function searchCases({
  transactional,
  findsEndings = false,
  findsSimilar = false,
}: Pick<
  SearchDeclaration,
  'findsEndings' | 'findsSimilar' | 'transactional'
>): readonly ContractCase<SearchBackendUnderTest>[] {
  const cases: ContractCase<SearchBackendUnderTest>[] = [];
  let context: SearchBackendUnderTest | undefined;
  const current = (): SearchBackendUnderTest => {
    if (context === undefined) throw new Error('no case is running');
    return context;
  };
  const tools: SuiteTools = {
    check: (name, work, only) => {
      if (only !== undefined && (only === 'transactional') !== transactional) return;
      cases.push({
        name,
        check: async (target) => {
          context = target;
          await work();
        },
      });
    },
    given: async (...facts: DocumentFacts[]) => {
      await current().clean();
      const documents = facts.map((each) => aSearchDocument(each));
      await current().seed(documents);
      return documents;
    },
    found: async (tree: SearchTree, sort = CREATED, organizationId = ORGANIZATION) => {
      const request = { organizationId, tree, sort, pageIndex: 0, pageSize: 100 };
      const page = await current().backend.search(request);
      expect(page.count).toBe(page.ids.length);
      return page.ids;
    },
    context: current,
    findsEndings,
    findsSimilar,
    transactional: () => {
      const target = current();
      if (!target.transactional) throw new Error('the backend is external');
      return target;
    },
    external: () => {
      const target = current();
      if (target.transactional) throw new Error('the backend is transactional');
      return target;
    },
  };
  describeText(tools);
  if (findsEndings) describeEndings(tools);
  if (findsSimilar) describeSimilar(tools);
  describeConditions(tools);
  describeProperties(tools);
  describeOrder(tools);
  describeRelevance(tools);
  describeWrites(tools);
  describeTransactions(tools);
  describeDeliveries(tools);
  describeGroups(tools);
  describeRandom(tools);
  return cases;
}
