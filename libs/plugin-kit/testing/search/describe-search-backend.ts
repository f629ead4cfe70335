import { afterAll, beforeAll, describe } from '@jest/globals';
import { itKeeps, type SkippedCases } from '../contract-case.js';
import { searchCases } from './search-cases.js';
import type { SearchBackendUnderTest } from './suite-tools.js';

/** What a search plugin brings to its contract. */
export interface SearchBackendSuite {
  /** A backend that holds nothing; called once. */
  create(): Promise<SearchBackendUnderTest>;
  /** Releases what `create` took. */
  destroy?(): Promise<void>;
  /** Cases this backend cannot pass, by the name of the test, each with its reason. */
  skip?: SkippedCases;
}

/** The contract of a search plugin as a suite: a whole spec is one call of this. */
export function describeSearchBackend(name: string, suite: SearchBackendSuite): void {
  describe(`search backend ${name}`, () => {
    let context: SearchBackendUnderTest | undefined;
    beforeAll(async () => {
      context = await suite.create();
    });
    afterAll(async () => {
      await context?.clean();
      await suite.destroy?.();
    });
    itKeeps(searchCases(), suite.skip, () => {
      if (context === undefined) throw new Error('the backend was not made');
      return context;
    });
  });
}
