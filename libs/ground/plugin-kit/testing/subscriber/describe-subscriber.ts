import { describe } from '@jest/globals';
import type { PluginManifest } from '../../src/index.js';
import { itKeeps } from '../it-keeps.js';
import { subscriberCases } from './subscriber-cases.js';
import type { SubscriberContract } from './subscriber-contract.js';

/** The contract of a subscriber plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeSubscriber<Config extends object>(name: string, contract: SubscriberContract<Config>): void {
  const manifest = contract.manifest as PluginManifest;
  describe(`the subscriber plugin ${name}`, () => {
    itKeeps(
      { kind: 'subscriber', manifest },
      subscriberCases,
      contract.skip,
      () => contract as unknown as SubscriberContract,
    );
  });
}
