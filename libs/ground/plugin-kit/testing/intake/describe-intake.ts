import { describe } from '@jest/globals';
import type { PluginManifest } from '../../src/index.js';
import { itKeeps } from '../it-keeps.js';
import { intakeCases } from './intake-cases.js';
import type { IntakeContract } from './intake-contract.js';

/** The contract of an intake plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeIntake<Config extends object>(name: string, contract: IntakeContract<Config>): void {
  const manifest = contract.manifest as PluginManifest;
  describe(`the intake plugin ${name}`, () => {
    itKeeps({ kind: 'intake', manifest }, intakeCases, contract.skip, () => contract as unknown as IntakeContract);
  });
}
