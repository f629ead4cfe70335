import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '#libs/kernel';

/** Inside the temporary folder: what the OCR engine keeps between files. */
export const ENGINE_FOLDER = 'engine';

export interface ChildFolders {
  /** Holds the file to read and nothing else; read only. */
  input: string;
  /** The only place a child may write to. */
  temp: string;
}

/** Flags that close the child off, and what this Node cannot close. */
export interface Permissions {
  flags: string[];
  /** A sentence for the log when the protection is less than whole. */
  weakness: string | undefined;
}

/**
 * Node's permission model: installed code and the two private folders may be read, only the temporary one written, and
 * there is no network and no child process. Add-ons are allowed for the picture library; native code is therefore not
 * held by this, only by the limits from outside.
 */
export function permissionsFor(modules: readonly URL[], folders: ChildFolders): Permissions {
  const known = process.allowedNodeEnvironmentFlags;
  if (!known.has('--permission'))
    return {
      flags: [],
      weakness: 'this Node has no permission model: documents are read in a process that may open files and network',
    };
  const readable = [...installedCode(modules), folders.input, folders.temp].flatMap(withRealPath);
  return {
    flags: [
      '--permission',
      '--allow-worker',
      '--allow-addons',
      ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
      ...withRealPath(folders.temp).map((path) => `--allow-fs-write=${path}`),
    ],
    weakness: known.has('--allow-net')
      ? undefined
      : 'this Node cannot close the network: documents are read in a process that may open it',
  };
}

/** Code of this installation and of the plugins; the data folder may lie beside it and must not be among them. */
function installedCode(modules: readonly URL[]): string[] {
  const root = packageFolder(fileURLToPath(import.meta.url));
  const own = ['node_modules', 'dist', 'libs/plugin-kit', 'plugins', 'package.json'].map((name) => join(root, name));
  const packages = modules.map((module) => packageFolder(fileURLToPath(module))).filter((folder) => folder !== root);
  return [...own, ...packages].filter((path) => existsSync(path));
}

function withRealPath(path: string): string[] {
  const real = realpathSync(path);
  return real === path ? [path] : [path, real];
}
