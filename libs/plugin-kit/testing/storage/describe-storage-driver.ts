import { afterEach, describe } from '@jest/globals';
import type { StorageDriver } from '../../src/index.js';
import { itKeeps, type ContractCase, type SkippedCases } from '../contract-case.js';
import { keyCases } from './key-cases.js';
import { writeCases } from './write-cases.js';

/** What a storage plugin brings to its contract. */
export interface StorageDriverContract {
  /** A driver over an empty place of its own; called once for every case. */
  create(): Promise<StorageDriver> | StorageDriver;
  /** Removes the place. */
  destroy?(): Promise<void>;
  /** Cases this driver cannot pass, by name, each with its reason. */
  skip?: SkippedCases;
}

/** The promises of every storage driver, each to be checked on a driver that holds nothing. */
export const storageCases: readonly ContractCase<StorageDriver>[] = [...writeCases, ...keyCases];

/** The contract of a storage plugin as a suite: call it at the top of a `*.contract-spec.ts`. */
export function describeStorageDriver(name: string, contract: StorageDriverContract): void {
  describe(`the storage plugin ${name}`, () => {
    afterEach(() => contract.destroy?.());
    itKeeps(storageCases, contract.skip, () => contract.create());
  });
}
