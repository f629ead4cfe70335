import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Returns the nearest parent folder with a package.json. */
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
 * Returns the compiled file for a child process or thread, which runs plain JavaScript: when this process runs from
 * the sources (tests), that is the file in `dist`.
 */
export function compiledUrl(url: URL): URL {
  const path = fileURLToPath(url);
  if (existsSync(path)) return url;
  const home = packageFolder(path);
  const compiled = join(home, 'dist', relative(home, path));
  if (existsSync(compiled)) return pathToFileURL(compiled);
  throw new Error(`neither ${path} nor ${compiled} exists; run \`npm run build\``);
}
