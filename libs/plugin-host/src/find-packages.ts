import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An npm package that contains a plugin. */
export interface PluginPackage {
  name: string;
  version: string;
  /** False for packages of the folder `plugins`. */
  isExternal: boolean;
}

interface PackageFile {
  name?: string;
  version?: string;
  archivolt?: { plugin?: boolean };
}

const NOT_A_PLUGIN = /^[._]/;

/** Returns the plugins of the folder `plugins`, by name, then those named in PLUGINS_EXTERNAL. */
export function findPackages(root: string, external: readonly string[]): PluginPackage[] {
  const bundled = bundledPackages(root);
  const known = new Set(bundled.map(({ name }) => name));
  const others = [...new Set(external)].filter((name) => !known.has(name));
  return [...bundled, ...others.map((name) => externalPackage(root, name))];
}

function bundledPackages(root: string): PluginPackage[] {
  const folder = join(root, 'plugins');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_A_PLUGIN.test(entry.name))
    .map((entry) => readPackage(join(folder, entry.name)))
    .filter((found) => found?.archivolt?.plugin === true)
    .map((found) => ({ name: found?.name ?? '', version: found?.version ?? 'unknown', isExternal: false }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Searches where Node does: in `node_modules` of this folder and of its parents. */
function externalPackage(root: string, name: string): PluginPackage {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = readPackage(join(folder, 'node_modules', name));
    if (found) return { name, version: found.version ?? 'unknown', isExternal: true };
    if (folder === dirname(folder)) break;
  }
  throw new Error(
    `the plugin ${name} of PLUGINS_EXTERNAL is not installed.\n` +
      `Remedy: run \`npm install --no-save ${name}\` in ${root}, or take it out of PLUGINS_EXTERNAL.`,
  );
}

function readPackage(folder: string): PackageFile | undefined {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : undefined;
}
