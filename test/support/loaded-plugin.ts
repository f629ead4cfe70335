import type { PluginManifest } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from '#ground/plugin-host';

/** A plugin as the loader returns it, for a manifest that a test writes down. */
export function loadedPlugin(id: string, provides: PluginManifest['provides'], config?: object): LoadedPlugin {
  return {
    id,
    packageName: id,
    version: '1.0.0',
    kinds: Object.keys(provides) as LoadedPlugin['kinds'],
    config,
    manifest: { id, contract: 2, provides },
  };
}
