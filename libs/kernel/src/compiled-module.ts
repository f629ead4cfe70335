import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The nearest folder above that has a package.json. */
export function packageFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${path}`);
    folder = parent;
  }
  return folder;
}

/**
 * A child process or thread runs plain JavaScript: when this process runs from the sources (tests), the compiled file in
 * `dist` is meant.
 */
export function compiledUrl(url: URL): URL {
  const path = fileURLToPath(url);
  if (existsSync(path)) return url;
  const home = packageFolder(path);
  const compiled = join(home, 'dist', relative(home, path));
  if (existsSync(compiled)) return pathToFileURL(compiled);
  throw new Error(`neither ${path} nor ${compiled} exists; run \`npm run build\``);
}
