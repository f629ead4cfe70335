import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An npm package that contains a plugin. */
export interface PluginPackage {
  name: string;
  version: string;
  /** False for packages of the folder `plugins`. */
  isExternal: boolean;
  /** Absolute path. */
  folder: string;
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
  const found = others.map((name) => ({ name, place: externalPackage(root, name) }));
  const missing = found.filter(({ place }) => place === undefined).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `the plugin${missing.length > 1 ? 's' : ''} ${missing.join(', ')} of PLUGINS_EXTERNAL ${missing.length > 1 ? 'are' : 'is'} not installed.\n` +
        `Remedy: run \`npm install --no-save ${missing.join(' ')}\` in ${root}, or correct PLUGINS_EXTERNAL.`,
    );
  return [...bundled, ...found.flatMap(({ place }) => place ?? [])];
}

function bundledPackages(root: string): PluginPackage[] {
  const folder = join(root, 'plugins');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_A_PLUGIN.test(entry.name))
    .flatMap((entry) => {
      const place = join(folder, entry.name);
      const { archivolt, name = '', version = 'unknown' } = readPackage(place) ?? {};
      return archivolt?.plugin === true ? [{ name, version, isExternal: false, folder: place }] : [];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Searches where Node does: in `node_modules` of this folder and of its parents. */
function externalPackage(root: string, name: string): PluginPackage | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    const found = readPackage(place);
    if (found) return { name, version: found.version ?? 'unknown', isExternal: true, folder: place };
    if (folder === dirname(folder)) return undefined;
  }
}

function readPackage(folder: string): PackageFile | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}.\nRemedy: correct the file.`, {
      cause: error,
    });
  }
}
