import { describe } from '@jest/globals';
import { itKeeps } from '../it-keeps.js';
import { autoTaggerCases } from './auto-tagger-cases.js';
import type { AutoTaggerContract } from './auto-tagger-contract.js';

/** The contract of an auto-tagger as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeAutoTagger(name: string, contract: AutoTaggerContract): void {
  describe(`the auto-tagger ${name}`, () => {
    itKeeps(
      { kind: 'auto-tagger', manifest: contract.manifest },
      autoTaggerCases,
      contract.skip,
      async () => {
        const away = await contract.createAway?.();
        return { tagger: await contract.create(), samples: contract.samples, ...(away && { away }) };
      },
      () => contract.destroy?.(),
    );
  });
}
