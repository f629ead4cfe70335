import type { PluginKind, PluginManifest } from '../plugin.js';

/** The kinds whose plugins create an object in this process. */
export type CreatedKind = Exclude<PluginKind, 'ocr'>;

const KINDS: Record<PluginKind, true> = {
  'auto-tagger': true,
  extraction: true,
  identity: true,
  intake: true,
  'intake-address': true,
  'mail-transport': true,
  ocr: true,
  search: true,
  storage: true,
  subscriber: true,
};

export const PLUGIN_KINDS = Object.keys(KINDS) as PluginKind[];

export function kindsOf(manifest: PluginManifest): PluginKind[] {
  return PLUGIN_KINDS.filter((kind) => manifest.provides[kind] !== undefined);
}
