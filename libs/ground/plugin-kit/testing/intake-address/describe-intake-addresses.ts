import { describe } from '@jest/globals';
import { itKeeps } from '../it-keeps.js';
import { intakeAddressCases } from './intake-address-cases.js';
import type { IntakeAddressContract } from './intake-address-contract.js';

/** The contract of addresses of intake by mail as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeIntakeAddresses(name: string, contract: IntakeAddressContract): void {
  describe(`the addresses of ${name}`, () => {
    itKeeps(
      { kind: 'intake-address', manifest: contract.manifest },
      intakeAddressCases,
      contract.skip,
      () => contract.create(),
      () => contract.destroy?.(),
    );
  });
}
