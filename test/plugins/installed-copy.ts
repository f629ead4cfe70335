import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from '#ground/plugin-host';
import { KEEPS_COMPILED_CODE } from '../support/compiled-code.js';

export interface ProcessEnd {
  code: number | null;
  output: string;
}

const KIT = 'libs/ground/plugin-kit';

/**
 * The built product in a separate folder, as an image contains it, so that a test can install a package without
 * touching this tree. Third-party packages are links to the ones of this tree.
 */
export class InstalledCopy {
  constructor(readonly root: string) {
    const ours = projectRoot();
    mkdirSync(join(root, 'node_modules/@archivolt'), { recursive: true });
    const workspaces = [
      KIT,
      'apps/web',
      ...globSync('plugins/*/package.json', { cwd: ours }).map((file) => dirname(file)),
    ];
    const parts = workspaces.flatMap((folder) => [`${folder}/package.json`, `${folder}/dist`]);
    for (const path of [
      'package.json',
      'dist',
      'docs/reference/openapi.json',
      'scripts/require-pinned-node.mjs',
      ...parts,
    ])
      cpSync(join(ours, path), join(root, path), { recursive: true });
    // The sandboxed process may open files of this folder only: the dependencies of the kit must be copies.
    const copied = Object.keys(packageFile(join(ours, KIT)).dependencies ?? {});
    for (const name of readdirSync(join(ours, 'node_modules'))) {
      if (copied.includes(name)) this.install(join(ours, 'node_modules', name));
      else if (name !== '@archivolt') symlinkSync(join(ours, 'node_modules', name), this.moduleFolder(name));
    }
    for (const folder of workspaces) {
      const path = join(root, folder);
      symlinkSync(path, this.moduleFolder(packageFile(path).name));
    }
  }

  /** Copies a package into `node_modules`. */
  install(folder: string): void {
    cpSync(folder, this.moduleFolder(packageFile(folder).name), { recursive: true });
  }

  private moduleFolder(name: string): string {
    return join(this.root, 'node_modules', name);
  }

  /** Runs a built program until it exits. */
  async run(script: string, words: readonly string[], environment: Record<string, string>): Promise<ProcessEnd> {
    const { output, ended } = this.start(script, words, environment);
    const code = await ended;
    return { code, output: output() };
  }

  start(
    script: string,
    words: readonly string[],
    environment: Record<string, string>,
  ): { child: ChildProcess; output(): string; ended: Promise<number | null> } {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [join(this.root, script), ...words], {
      cwd: this.root,
      env: { PATH, HOME, ...KEEPS_COMPILED_CODE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { child, output: () => output, ended };
  }
}

export interface PackageFile {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  main?: string;
  types?: string;
  exports?: Record<string, Record<string, string> | string>;
}

/** The package.json of a folder, which may be relative to this tree. */
export function packageFile(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(resolve(projectRoot(), folder), 'package.json'), 'utf8')) as PackageFile;
}
