import { describe } from '@jest/globals';
import { itKeeps } from '../contract-case.js';
import { extractorCases } from './extractor-cases.js';
import type { ExtractorContract } from './extractor-contract.js';

/**
 * The contract of an extraction plugin as a suite: call it at the top of a `*.contract-spec.ts`. An extractor of the
 * sandboxed form runs in the process of the test; one of the remote form asks the service that its settings name.
 */
export function describeExtractor(name: string, contract: ExtractorContract): void {
  describe(`the extraction plugin ${name}`, () => {
    itKeeps(extractorCases(contract), contract.skip, () => contract);
  });
}
