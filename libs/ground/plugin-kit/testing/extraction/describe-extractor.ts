import { describe } from '@jest/globals';
import { itKeeps } from '../it-keeps.js';
import { extractorCases } from './extractor-cases.js';
import type { ExtractorContract } from './extractor-contract.js';

/**
 * The contract of an extraction plugin as a suite: call it at the top level of a `*.contract-spec.ts`. A sandboxed
 * extractor runs in the process of the test; a remote one calls the service that its settings name.
 */
export function describeExtractor(name: string, contract: ExtractorContract): void {
  describe(`the extraction plugin ${name}`, () => {
    itKeeps(
      { kind: 'extraction', manifest: contract.manifest },
      extractorCases(contract),
      contract.skip,
      () => contract,
    );
  });
}
