import { envVariables } from '@archivolt/plugin-kit';
import { PluginsConfig } from '#config/plugins';
import type { Environment, LikelyTypo } from '#ground/settings';
import { modulesOf } from '#ground/features';
import { definedEvents } from '#ground/history';
import { installedIds, loadPlugins, misspeltVariables, type LoadedPlugin } from '#ground/plugin-host';
import { FEATURES } from './features.js';
import { configClasses, type Settings } from './settings.js';

/** Loads the plugins that the settings name. */
export function installedPlugins(
  { config }: Pick<Settings, 'config'>,
  environment: Environment,
): Promise<LoadedPlugin[]> {
  return loadPlugins({ ...config(PluginsConfig), environment, hostSettings: hostSettings(), events });
}

/** Returns the variables that begin with the name of a loaded plugin and that nothing reads. */
export function misspeltPluginVariables(
  plugins: readonly LoadedPlugin[],
  { config }: Pick<Settings, 'config'>,
  environment: Environment,
): LikelyTypo[] {
  if (plugins.length === 0) return []; // they could not be loaded, which is reported elsewhere
  const loaded = new Set(plugins.map(({ packageName }) => packageName));
  const otherIds = installedIds(config(PluginsConfig).external, loaded);
  return misspeltVariables(plugins, environment, { hostSettings: hostSettings(), otherIds });
}

function hostSettings(): Set<string> {
  return new Set(
    configClasses()
      .flatMap((type) => envVariables(type))
      .flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  );
}

/** The events are defined by the modules of the features. */
async function events(): Promise<Set<string>> {
  await modulesOf(FEATURES, 'module', 'worker');
  return new Set(definedEvents().map(({ name }) => name));
}
