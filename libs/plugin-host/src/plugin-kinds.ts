import type { PluginKind, PluginManifest } from '@archivolt/plugin-kit';

/** The number of plugins of each kind that an installation needs. */
const NUMBERS: Record<PluginKind, { least: 0 | 1; most: 1 | undefined }> = {
  'auto-tagger': { least: 0, most: undefined },
  extraction: { least: 0, most: undefined },
  identity: { least: 0, most: undefined },
  intake: { least: 0, most: undefined },
  'mail-transport': { least: 0, most: undefined },
  ocr: { least: 0, most: 1 },
  search: { least: 1, most: 1 },
  storage: { least: 1, most: 1 },
  subscriber: { least: 0, most: undefined },
};

export const PLUGIN_KINDS = Object.keys(NUMBERS) as PluginKind[];

export function kindsOf(manifest: PluginManifest): PluginKind[] {
  return PLUGIN_KINDS.filter((kind) => manifest.provides[kind] !== undefined);
}

/** Throws when the number of plugins of a kind is wrong, such as no storage or two search plugins. */
export function checkKinds(plugins: readonly { id: string; kinds: readonly PluginKind[] }[]): void {
  for (const kind of PLUGIN_KINDS) {
    const { least, most } = NUMBERS[kind];
    const ids = plugins.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id);
    if (ids.length < least)
      throw new Error(
        `no plugin for ${kind} is loaded.\nRemedy: take it out of PLUGINS_DISABLED, or name one in PLUGINS_EXTERNAL.`,
      );
    if (most !== undefined && ids.length > most)
      throw new Error(
        `${ids.length} plugins for ${kind} are loaded, and there can be only one: ${ids.join(', ')}.\n` +
          `Remedy: name all but one in PLUGINS_DISABLED, for instance PLUGINS_DISABLED=${ids.slice(0, -1).join(',')}.`,
      );
  }
}
