import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '#ground/kernel';

/** Inside the temporary folder: what the OCR engine keeps between files. */
export const ENGINE_FOLDER = 'engine';

export interface ChildFolders {
  /** Holds the file to read and nothing else; read only. */
  input: string;
  /** The only place a child may write to. */
  temp: string;
}

/** What a child needs while it loads its modules; it gives both up before it reads a file. */
export interface ChildNeeds {
  /** Native add-ons, such as the picture decoder. */
  addons: boolean;
  /** A thread, for the watchdog where the kernel cannot end a child with its parent. */
  threads: boolean;
}

/** Flags that close the child off, and what this Node cannot close. */
export interface Permissions {
  flags: string[];
  /** Files and folders the child may read besides its own. */
  readable: string[];
  /** A sentence for the log when the protection is less than whole. */
  weakness: string | undefined;
}

/** Modules of Node that open files or native code without a look at the permissions. */
const CLOSED_MODULES = ['--no-experimental-sqlite', '--no-experimental-ffi', '--no-experimental-webstorage'];

/**
 * Node's permission model: installed code and the two private folders may be read, only the temporary one written, and
 * there is no network, no child process, no thread and no add-on, apart from what `needs` names.
 */
export function permissionsFor(modules: readonly URL[], folders: ChildFolders, needs: ChildNeeds): Permissions {
  const known = process.allowedNodeEnvironmentFlags;
  const readable = [...new Set(installedCode(modules).flatMap(withRealPath))];
  if (!known.has('--permission'))
    return {
      flags: [],
      readable,
      weakness: 'this Node has no permission model: documents are read in a process that may open files and network',
    };
  const own = [folders.input, folders.temp].flatMap(withRealPath);
  return {
    readable,
    flags: [
      '--permission',
      ...(needs.addons ? ['--allow-addons'] : []),
      ...(needs.threads ? ['--allow-worker'] : []),
      ...CLOSED_MODULES.filter((flag) => known.has(flag)),
      ...[...new Set([...readable, ...own])].map((path) => `--allow-fs-read=${path}`),
      ...withRealPath(folders.temp).map((path) => `--allow-fs-write=${path}`),
    ],
    weakness: known.has('--allow-net')
      ? undefined
      : 'this Node cannot close the network: documents are read in a process that may open it',
  };
}

/** Code of this installation and of the plugins; the data folder may be in the same folder and must not be included. */
function installedCode(modules: readonly URL[]): string[] {
  const root = packageFolder(fileURLToPath(import.meta.url));
  const own = ['node_modules', 'dist', 'libs/ground/plugin-kit', 'plugins', 'package.json'].map((name) =>
    join(root, name),
  );
  const packages = modules.map((module) => packageFolder(fileURLToPath(module))).filter((folder) => folder !== root);
  return [...own, ...packages].filter((path) => existsSync(path));
}

function withRealPath(path: string): string[] {
  const real = realpathSync(path);
  return real === path ? [path] : [path, real];
}
