import type { PluginManifest } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from '#ground/plugin-host';

/** A plugin for `startApp`, as the host has it after loading and configuring it. */
export function loaded<Config extends object>(manifest: PluginManifest<Config>, config?: Config): LoadedPlugin {
  return {
    id: manifest.id,
    packageName: manifest.id,
    version: '1.0.0',
    kinds: Object.keys(manifest.provides) as LoadedPlugin['kinds'],
    manifest: manifest,
    config,
  };
}
