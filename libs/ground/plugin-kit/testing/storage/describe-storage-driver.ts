import { describe } from '@jest/globals';
import type { PluginManifest, StorageDriver } from '../../src/index.js';
import type { ContractCase, SkippedCases } from '../contract-case.js';
import { itKeeps } from '../it-keeps.js';
import { keyCases } from './key-cases.js';
import { writeCases } from './write-cases.js';

/** What a storage plugin passes to its contract suite. */
export interface StorageDriverContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Creates a driver over an empty location of its own; called once per case. The suite calls `start` and `close`. */
  create(): Promise<StorageDriver> | StorageDriver;
  /** Removes the location. */
  destroy?(): Promise<void> | void;
  /** Cases that this driver cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}

/** The cases of the contract of a storage driver, each to be run on an empty driver. */
export const storageCases: readonly ContractCase<StorageDriver>[] = [...writeCases, ...keyCases];

/** The contract of a storage plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeStorageDriver(name: string, contract: StorageDriverContract): void {
  describe(`the storage plugin ${name}`, () => {
    let driver: StorageDriver | undefined;
    itKeeps(
      { kind: 'storage', manifest: contract.manifest },
      storageCases,
      contract.skip,
      async () => {
        driver = await contract.create();
        await driver.start?.();
        return driver;
      },
      async () => {
        await driver?.close?.();
        driver = undefined;
        await contract.destroy?.();
      },
    );
  });
}
