import type { PluginKind, PluginManifest } from '@archivolt/plugin-kit';

export const STRATEGY = 'CONTENT_EXTRACTION_STRATEGY';
/** In the setting: every plugin that need not be named. */
const INTERNAL = 'internal';
const PREFIX = 'extraction-';

interface Candidate {
  id: string;
  kinds: readonly PluginKind[];
  manifest?: Pick<PluginManifest, 'provides'>;
}

/**
 * The plugins that extract texts, in the order of the setting. Those of one step are asked as their declarations say; a
 * plugin that is named on its own is not among those of `internal`.
 */
export function extractionSteps<Plugin extends Candidate>(
  plugins: readonly Plugin[],
  strategy: readonly string[] = [INTERNAL],
): Plugin[][] {
  const readers = plugins.filter(({ kinds }) => kinds.includes('extraction'));
  const names = [...new Set(strategy.map(idOf))];
  const unnamed = readers.filter((plugin) => !names.includes(plugin.id) && !waitsToBeNamed(plugin));
  return names.map((name) => (name === INTERNAL ? unnamed : readers.filter(({ id }) => id === name)));
}

/** Says what the setting must be when it has a name that no loaded plugin has. */
export function mistakeInStrategy(plugins: readonly Candidate[], strategy: readonly string[] = []): string | undefined {
  const ids = plugins.flatMap(({ id, kinds }) => (kinds.includes('extraction') ? [id] : []));
  if (strategy.map(idOf).every((name) => name === INTERNAL || ids.includes(name))) return undefined;
  const names = ids.map((id) => id.slice(PREFIX.length)).sort();
  return `must be names of loaded plugins for extraction, separated by commas: ${[INTERNAL, ...names].join(', ')}`;
}

function waitsToBeNamed({ manifest }: Candidate): boolean {
  const declaration = manifest?.provides.extraction;
  return declaration?.form === 'remote' && declaration.waitsToBeNamed === true;
}

function idOf(name: string): string {
  return name === INTERNAL || name.startsWith(PREFIX) ? name : PREFIX + name;
}
