import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_CONTRACT, type ConfigClass, type PluginKind, type PluginManifest } from '@archivolt/plugin-kit';
import { ConfigurationError, loadConfig, type ConfigProblem, type Environment } from '#libs/config';
import { projectRoot } from './project-root.js';

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

/**
 * Finds, checks and configures every plugin of the folder `plugins` and of `external`. One that cannot be loaded stops
 * the start: an archive that runs half-equipped loses work without a word.
 */
export async function loadPlugins(options: {
  external: readonly string[];
  disabled: readonly string[];
  environment: Environment;
}): Promise<LoadedPlugin[]> {
  const plugins: LoadedPlugin[] = [];
  const problems: ConfigProblem[] = [];
  for (const packageName of [...bundledPackages(), ...options.external]) {
    const manifest = await importManifest(packageName, options.external.includes(packageName));
    if (options.disabled.includes(manifest.id)) continue;
    const clash = plugins.find((plugin) => plugin.id === manifest.id);
    if (clash)
      throw new Error(
        `the plugins ${clash.packageName} and ${packageName} both have the id ${manifest.id}; remove one`,
      );
    const loaded = manifest.config && loadConfig(manifest.config as ConfigClass, options.environment);
    problems.push(...(loaded?.problems ?? []));
    plugins.push({
      id: manifest.id,
      packageName,
      version: versionOf(packageName),
      kinds: Object.keys(manifest.provides) as PluginKind[],
      manifest,
      config: loaded?.config,
    });
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return plugins;
}

function bundledPackages(): string[] {
  const folder = join(projectRoot(), 'plugins');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^[._]/.test(entry.name))
    .map((entry) => join(folder, entry.name, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; archivolt?: { plugin?: boolean } })
    .filter((manifest) => manifest.archivolt?.plugin === true)
    .map((manifest) => manifest.name)
    .sort();
}

async function importManifest(packageName: string, isExternal: boolean): Promise<PluginManifest> {
  let module: { default?: PluginManifest };
  try {
    module = (await import(packageName)) as { default?: PluginManifest };
  } catch (error) {
    const remedy = isExternal
      ? `install it with \`npm i ${packageName}\`, or take it out of PLUGINS_EXTERNAL`
      : 'run `npm install` once after a plugin folder was added, then `npm run build`';
    throw new Error(`the plugin ${packageName} cannot be loaded: ${(error as Error).message}\nRemedy: ${remedy}.`, {
      cause: error,
    });
  }
  const manifest = module.default;
  if (!manifest?.id || typeof manifest.provides !== 'object') {
    throw new Error(`${packageName} is not a plugin: its default export is not made with definePlugin`);
  }
  const contract: number = manifest.contract;
  if (contract !== PLUGIN_CONTRACT) {
    throw new Error(
      `the plugin ${manifest.id} is made for plugin contract ${contract}, this server has ${PLUGIN_CONTRACT}; install a version of ${packageName} that fits`,
    );
  }
  return manifest;
}

function versionOf(packageName: string): string {
  const bundled = join(projectRoot(), 'node_modules', packageName, 'package.json');
  return existsSync(bundled) ? (JSON.parse(readFileSync(bundled, 'utf8')) as { version: string }).version : 'unknown';
}
