import { afterEach, describe } from '@jest/globals';
import { itKeeps } from '../contract-case.js';
import { intakeAddressCases } from './intake-address-cases.js';
import type { IntakeAddressContract } from './intake-address-contract.js';

/** The contract of addresses of intake by mail as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeIntakeAddresses(name: string, contract: IntakeAddressContract): void {
  describe(`the addresses of ${name}`, () => {
    afterEach(() => contract.destroy?.());
    itKeeps(intakeAddressCases, contract.skip, () => contract.create());
  });
}
