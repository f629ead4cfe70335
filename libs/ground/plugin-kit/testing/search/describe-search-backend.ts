import { afterAll, beforeAll, describe } from '@jest/globals';
import type { PluginManifest } from '../../src/plugin.js';
import type { SkippedCases } from '../contract-case.js';
import { itKeeps } from '../it-keeps.js';
import { searchCases } from './search-cases.js';
import type { SearchBackendUnderTest } from './suite-tools.js';

/** What a search plugin passes to its contract suite. */
export interface SearchBackendSuite {
  /** The plugin: its declaration says which cases apply. */
  manifest: PluginManifest;
  /** Creates an empty backend; called once. */
  create(): Promise<SearchBackendUnderTest>;
  /** Releases what `create` allocated. */
  destroy?(): Promise<void> | void;
  /** Cases that this backend cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}

/** The contract of a search plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeSearchBackend(name: string, suite: SearchBackendSuite): void {
  const declaration = suite.manifest.provides.search;
  if (declaration === undefined) throw new Error(`${suite.manifest.id} does not provide search`);
  describe(`search backend ${name}`, () => {
    let context: SearchBackendUnderTest | undefined;
    beforeAll(async () => {
      context = await suite.create();
    });
    afterAll(async () => {
      await context?.clean();
      await suite.destroy?.();
    });
    itKeeps({ kind: 'search', manifest: suite.manifest }, searchCases(declaration), suite.skip, () => {
      if (context === undefined) throw new Error('the backend was not created');
      return context;
    });
  });
}
