import { describe } from '@jest/globals';
import { itKeeps } from '../it-keeps.js';
import { identityCases } from './identity-cases.js';
import type { IdentityContract } from './identity-contract.js';

/** The contract of an identity plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeIdentity(name: string, { manifest, samples = [], ...contract }: IdentityContract): void {
  describe(`the identity plugin ${name}`, () => {
    itKeeps({ kind: 'identity', manifest }, identityCases, contract.skip, async () => ({
      manifest,
      samples,
      identity: await contract.create(),
    }));
  });
}
