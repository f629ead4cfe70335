import { expect } from '@jest/globals';
import type { PluginKind, PluginManifest } from '../src/index.js';
import { mistakesInManifest } from '../src/manifest/index.js';
import type { ContractCase } from './contract-case.js';
import { HOST_EVENTS } from './subscriber/host-events.js';

/** The rules for manifests that the server checks at its start. A server that finds a mistake does not start. */
export function manifestCase(kind: PluginKind): ContractCase<PluginManifest> {
  return {
    name: 'the manifest is one that the server accepts',
    check: async (manifest) => {
      // Exceptions for bundled plugins go by their ids, which no other plugin may have.
      const facts = { events: HOST_EVENTS, hostSettings: new Set<string>(), isExternal: false };
      const mistakes = mistakesInManifest(manifest, facts);
      const sentences = mistakes.map(({ field, what }) => `${field || 'the manifest'} ${what}`);
      if (sentences.length === 0 && manifest.provides[kind] === undefined)
        sentences.push(`provides.${kind} is missing; this suite is for plugins that provide it`);
      expect({ mistakes: sentences }).toEqual({ mistakes: [] });
    },
  };
}
