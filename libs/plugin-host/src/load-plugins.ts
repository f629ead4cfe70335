import type { ConfigClass, PluginKind, PluginManifest } from '@archivolt/plugin-kit';
import { ConfigurationError, loadConfig, type ConfigProblem, type Environment } from '#libs/config';
import { findPackages, type PluginPackage } from './find-packages.js';
import { checkKinds, kindsOf } from './plugin-kinds.js';
import { projectRoot } from './project-root.js';
import { readManifest } from './read-manifest.js';

/** A plugin that is checked and configured. */
export interface LoadedPlugin {
  id: string;
  /** npm package name. */
  packageName: string;
  version: string;
  kinds: PluginKind[];
  manifest: PluginManifest;
  config: object | undefined;
}

export interface PluginChoice {
  /** Package names. */
  external: readonly string[];
  /** Ids. */
  disabled: readonly string[];
  environment: Environment;
}

interface FoundPlugin {
  found: PluginPackage;
  manifest: PluginManifest;
}

const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/**
 * Finds, checks and configures every plugin of the folder `plugins` and of `external`: manifests and their contract
 * first, then settings, then whether the kinds make an installation. One that cannot be loaded stops the start: an
 * archive that runs half-equipped loses work without a word.
 */
export async function loadPlugins(choice: PluginChoice): Promise<LoadedPlugin[]> {
  const odd = choice.external.filter((name) => !PACKAGE_NAME.test(name));
  if (odd.length > 0)
    throw new ConfigurationError([
      { variable: 'PLUGINS_EXTERNAL', message: 'must be names of npm packages, separated by commas' },
    ]);
  const packages = findPackages(projectRoot(), choice.external);
  const manifests: FoundPlugin[] = [];
  for (const found of packages.filter(({ name }) => !choice.disabled.includes(idByName(name))))
    manifests.push({ found, manifest: await readManifest(found) });
  const plugins = configured(chosen(manifests, packages, choice.disabled), choice.environment);
  checkKinds(plugins);
  return plugins;
}

/** A package is named after its plugin, so one that cannot even be loaded can be switched off. */
function idByName(packageName: string): string {
  return packageName.replace(/^@[^/]*\//, '');
}

/** Without those that are switched off; two of the same id, and switching off what is not there, are mistakes. */
export function chosen(
  manifests: readonly FoundPlugin[],
  packages: readonly PluginPackage[],
  disabled: readonly string[],
): FoundPlugin[] {
  const known = new Map<string, string>();
  for (const { found, manifest } of manifests) {
    const other = known.get(manifest.id);
    if (other !== undefined)
      throw new Error(
        `the plugins ${other} and ${found.name} both have the id ${manifest.id}.\nRemedy: remove one of them.`,
      );
    known.set(manifest.id, found.name);
  }
  const ids = new Set([...known.keys(), ...packages.map(({ name }) => idByName(name))]);
  const unknown = disabled.filter((id) => !ids.has(id));
  if (unknown.length > 0)
    throw new ConfigurationError([
      { variable: 'PLUGINS_DISABLED', message: `must be ids of plugins that are here: ${[...ids].join(', ')}` },
    ]);
  return manifests.filter(({ manifest }) => !disabled.includes(manifest.id));
}

/** Throws a {@link ConfigurationError} that lists the wrong settings of all plugins. */
export function configured(plugins: readonly FoundPlugin[], environment: Environment): LoadedPlugin[] {
  const problems: ConfigProblem[] = [];
  const loaded = plugins.map(({ found, manifest }): LoadedPlugin => {
    const result = manifest.config && loadConfig(manifest.config as ConfigClass, environment);
    problems.push(...(result?.problems ?? []));
    return {
      id: manifest.id,
      packageName: found.name,
      version: found.version,
      kinds: kindsOf(manifest),
      manifest,
      config: result?.config,
    };
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return loaded;
}
