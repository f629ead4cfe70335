import { describe } from '@jest/globals';
import { itKeeps } from '../contract-case.js';
import { intakeCases } from './intake-cases.js';
import type { IntakeContract } from './intake-contract.js';

/** The contract of an intake plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeIntake<Config extends object>(name: string, contract: IntakeContract<Config>): void {
  describe(`the intake plugin ${name}`, () => {
    itKeeps(intakeCases, contract.skip, () => contract as unknown as IntakeContract);
  });
}
