import { envVariables } from '@archivolt/plugin-kit';
import { PluginsConfig } from '#config/plugins';
import { unreadVariables, type Environment, type UnreadVariable } from '#ground/settings';
import { settingsPrefix } from '@archivolt/plugin-kit/manifest';
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

/** Returns the variables that look like settings of the product or of a loaded plugin and that nothing reads. */
export function variablesWithoutEffect(
  plugins: readonly LoadedPlugin[],
  { config }: Pick<Settings, 'config'>,
  environment: Environment,
): UnreadVariable[] {
  if (plugins.length === 0) return []; // they could not be loaded, which is reported elsewhere
  const loaded = new Set(plugins.map(({ packageName }) => packageName));
  const otherIds = installedIds(config(PluginsConfig).external, loaded);
  const ofPlugins = misspeltVariables(plugins, environment, { hostSettings: hostSettings(), otherIds });
  const named = new Set(ofPlugins.map(({ variable }) => variable));
  const types = [...configClasses(), ...plugins.flatMap(({ manifest }) => manifest.config ?? [])];
  const prefixes = [...plugins.map(({ id }) => id), ...otherIds].map(settingsPrefix);
  const others = unreadVariables(types, environment, prefixes).filter(({ variable }) => !named.has(variable));
  return [...ofPlugins, ...others];
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
