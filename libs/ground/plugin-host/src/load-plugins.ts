import { envVariables, type ConfigClass, type PluginKind, type PluginManifest } from '@archivolt/plugin-kit';
import { isRecord, isShared, kindsOf, mistakesInManifest, namesOf } from '@archivolt/plugin-kit/manifest';
import { PluginsConfig } from '#config/plugins';
import { ConfigurationError, loadConfig, type ConfigProblem, type Environment } from '#ground/settings';
import { mistakesInChoices } from './choose-plugins.js';
import { findPackages, type PluginPackage } from './find-packages.js';
import { readInstances, type PluginInstance } from './plugin-instances.js';
import { PluginsError, type PluginMistake } from './plugin-mistake.js';
import { projectRoot } from './project-root.js';
import { readManifest, type Load } from './read-manifest.js';

/** A plugin that has been checked and configured. */
export interface LoadedPlugin {
  id: string;
  /** npm package name. */
  packageName: string;
  version: string;
  kinds: PluginKind[];
  manifest: PluginManifest;
  config: object | undefined;
  /** The configured instances of an intake; missing when its setting `<ID>_INSTANCES` lists none. */
  instances?: readonly PluginInstance[];
  /** Where the package is. Missing in tests. */
  folder?: string;
}

export interface PluginChoice extends Partial<PluginsConfig> {
  /** Package names. */
  external: string[];
  /** Ids. */
  disabled: string[];
  environment: Environment;
  /** The names of the settings of the server, which no plugin may use. */
  hostSettings?: ReadonlySet<string>;
  /** The names of the events; asked for only when there is a subscriber. */
  events?: () => Promise<ReadonlySet<string>>;
}

/** Where packages are looked for, and how they are imported. */
export interface PluginPlace {
  root: string;
  load: Load;
}

export interface FoundPlugin {
  found: PluginPackage;
  manifest: PluginManifest;
}

const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

const THIS_PROJECT: PluginPlace = { root: projectRoot(), load: (name) => import(name) as Promise<unknown> };

/**
 * Finds, checks and configures every plugin of the folder `plugins` and of `external`: first the manifests, the contract
 * before everything else in them, then settings, then the choice among plugins of one kind. All mistakes of one step are
 * reported at once. Any mistake stops the startup, because a server that lacks a plugin would lose work without notice.
 */
export async function loadPlugins(choice: PluginChoice, place: PluginPlace = THIS_PROJECT): Promise<LoadedPlugin[]> {
  const odd = choice.external.filter((name) => !PACKAGE_NAME.test(name));
  if (odd.length > 0)
    throw new ConfigurationError([
      { variable: 'PLUGINS_EXTERNAL', message: 'must be names of npm packages, separated by commas' },
    ]);
  const packages = findPackages(place.root, choice.external);
  const wanted = packages.filter(({ name }) => !choice.disabled.includes(idByName(name)));
  const plugins = await readManifests(wanted, choice, place.load);
  checkDisabled(plugins, packages, choice.disabled);
  const enabled = plugins.filter(({ manifest }) => !choice.disabled.includes(manifest.id));
  const loaded = configurePlugins(enabled, choice.environment);
  const wrong = mistakesInChoices(loaded, Object.assign(new PluginsConfig(), choice), choice.environment);
  if (wrong.length > 0) throw new ConfigurationError(wrong);
  return loaded;
}

/** Ids of the installed plugins, by the names of their packages, except the packages that are loaded. */
export function installedIds(external: readonly string[], loaded: ReadonlySet<string>): string[] {
  return findPackages(projectRoot(), external).flatMap(({ name }) => (loaded.has(name) ? [] : [idByName(name)]));
}

/** Packages are named after their plugin, so a plugin that cannot be loaded can still be disabled. */
function idByName(packageName: string): string {
  return packageName.replace(/^@[^/]*\//, '');
}

/** Throws a {@link PluginsError} with the mistakes in the manifests of all plugins that are not disabled. */
async function readManifests(
  packages: readonly PluginPackage[],
  choice: PluginChoice,
  load: Load,
): Promise<FoundPlugin[]> {
  const plugins: FoundPlugin[] = [];
  const mistakes: PluginMistake[] = [];
  for (const found of packages) {
    const read = await readManifest(found, load);
    if ('manifest' in read) plugins.push({ found, manifest: read.manifest });
    else mistakes.push({ found, ...read.mistake });
  }
  const used = plugins.filter(({ manifest }) => !choice.disabled.includes(manifest.id));
  const hasSubscribers = used.some(({ manifest: { provides } }) => isRecord(provides) && 'subscriber' in provides);
  const events = hasSubscribers ? await choice.events?.() : undefined;
  for (const plugin of used) mistakes.push(...mistakesIn(plugin, { events, hostSettings: choice.hostSettings }));
  mistakes.push(...sharedNames(used));
  if (mistakes.length > 0) throw new PluginsError(mistakes);
  return plugins;
}

/** Returns what is wrong in the manifest of one plugin and in its class of settings. */
export function mistakesIn(
  { found, manifest }: FoundPlugin,
  facts: { events?: ReadonlySet<string> | undefined; hostSettings?: ReadonlySet<string> | undefined } = {},
): PluginMistake[] {
  const { events, hostSettings = new Set() } = facts;
  return mistakesInManifest(manifest, { isExternal: found.isExternal, events, hostSettings }).map(
    ({ field, what }) => ({
      found,
      what: `cannot be used: ${field === '' ? 'its manifest' : field} ${what}`,
      remedy: `correct ${field === '' ? 'the manifest' : field.replace(/^config\..*/, 'the class of settings')} of ${found.name}, or remove the plugin`,
    }),
  );
}

/** Two plugins with one id, or with one setting. */
function sharedNames(plugins: readonly FoundPlugin[]): PluginMistake[] {
  const mistakes: PluginMistake[] = [];
  const owners = new Map<string, FoundPlugin>();
  const compare = (name: string, plugin: FoundPlugin, setting?: string): void => {
    const { found, manifest } = plugin;
    const other = owners.get(name);
    const mayShare = setting !== undefined && other && !found.isExternal && !other.found.isExternal;
    if (
      other &&
      other.found.name !== found.name &&
      !(mayShare && isShared(setting, [manifest.id, other.manifest.id]))
    ) {
      const what = `and the plugin ${other.found.name} both have the ${name}`;
      mistakes.push({ found, what, remedy: 'remove one of them' });
    }
    owners.set(name, plugin);
  };
  for (const plugin of plugins) {
    compare(`id ${plugin.manifest.id}`, plugin);
    for (const setting of settingNames(plugin.manifest)) compare(`setting ${setting}`, plugin, setting);
  }
  return mistakes;
}

function settingNames({ config }: PluginManifest): string[] {
  return isRecord(config?.prototype) ? envVariables(config as ConfigClass).flatMap(namesOf) : [];
}

/** Throws for an unknown id in PLUGINS_DISABLED. */
function checkDisabled(
  plugins: readonly FoundPlugin[],
  packages: readonly PluginPackage[],
  disabled: readonly string[],
): void {
  const ids = new Set([...plugins.map(({ manifest }) => manifest.id), ...packages.map(({ name }) => idByName(name))]);
  if (disabled.every((id) => ids.has(id))) return;
  throw new ConfigurationError([
    { variable: 'PLUGINS_DISABLED', message: `must be ids of installed plugins: ${[...ids].join(', ')}` },
  ]);
}

/** Throws a {@link ConfigurationError} that lists the invalid settings of all plugins. */
export function configurePlugins(plugins: readonly FoundPlugin[], environment: Environment): LoadedPlugin[] {
  const problems: ConfigProblem[] = [];
  const loaded = plugins.map(({ found, manifest }): LoadedPlugin => {
    const config = manifest.config;
    const kinds = kindsOf(manifest);
    const result = config && loadConfig(config, environment);
    const { instances, problems: ofInstances } = kinds.includes('intake')
      ? readInstances(manifest.id, config, environment)
      : { instances: undefined, problems: [] };
    // With instances, the settings of the plugin itself are only their defaults and may be incomplete.
    problems.push(...ofInstances, ...(instances === undefined ? (result?.problems ?? []) : []));
    return {
      id: manifest.id,
      packageName: found.name,
      version: found.version,
      folder: found.folder,
      kinds,
      manifest,
      config: result?.config,
      ...(instances === undefined ? {} : { instances }),
    };
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return loaded;
}
