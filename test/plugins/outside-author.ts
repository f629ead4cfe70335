import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#libs/plugin-host';

const run = promisify(execFile);
const TSC = join(projectRoot(), 'node_modules/typescript/bin/tsc');
const JEST = join(projectRoot(), 'node_modules/jest/bin/jest.js');

/**
 * The author of a plugin outside this tree: has the packed kit, TypeScript and jest, and none of the settings of this
 * tree. Packages that npm would download are linked from this tree, so no network is needed.
 */
export class OutsideAuthor {
  readonly folder: string;

  constructor(private readonly home: string) {
    this.folder = join(home, 'plugin');
    cpSync(join(import.meta.dirname, 'outside-plugin'), this.folder, { recursive: true });
    mkdirSync(join(this.folder, 'node_modules/@archivolt/plugin-kit'), { recursive: true });
    for (const name of ['@jest', '@types', 'reflect-metadata'])
      symlinkSync(join(projectRoot(), 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  /** Packs the kit from a copy, because the build of this tree is in use, and unpacks it where npm would. */
  async getKit(): Promise<void> {
    const kit = join(this.home, 'kit');
    for (const part of ['src', 'testing', 'package.json', 'tsconfig.json'])
      cpSync(join(projectRoot(), 'libs/plugin-kit', part), join(kit, part), { recursive: true });
    symlinkSync(join(projectRoot(), 'node_modules'), join(kit, 'node_modules'));
    await this.unpack(await this.pack(kit), join(this.folder, 'node_modules/@archivolt/plugin-kit'));
  }

  async compile(): Promise<void> {
    await this.node(this.folder, [TSC, '-p', 'tsconfig.outside.json']);
  }

  /** Runs the contract suite of the packed kit in plain jest and returns the output of jest. */
  async test(): Promise<string> {
    const options = ['--rootDir', '.', '--testMatch', '**/dist/test/*.contract-spec.js', '--no-cache', '--ci'];
    const { stderr } = await this.node(this.folder, ['--experimental-vm-modules', JEST, ...options]);
    return stderr;
  }

  /** Packs the plugin, installs it with npm and returns the folder of the installed package. */
  async install(): Promise<string> {
    const prefix = join(this.home, 'installed');
    const file = await this.pack(this.folder);
    // The kit is a peer dependency, which the server provides.
    await this.npm(this.home, ['install', '--prefix', prefix, '--no-save', '--legacy-peer-deps', file]);
    return join(prefix, 'node_modules/@acme/extraction-notes');
  }

  private async pack(folder: string): Promise<string> {
    const packed = join(folder, 'packed');
    mkdirSync(packed);
    await this.npm(folder, ['pack', '--pack-destination', packed]);
    const [file = ''] = readdirSync(packed);
    return join(packed, file);
  }

  private async unpack(file: string, folder: string): Promise<void> {
    await run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  }

  private async npm(folder: string, words: string[]): Promise<void> {
    const { npm_execpath: npm } = process.env;
    const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    if (npm === undefined) await run('npm', [...words, ...options], { cwd: folder });
    else await this.node(folder, [npm, ...words, ...options]);
  }

  private node(folder: string, words: string[]): Promise<{ stdout: string; stderr: string }> {
    const { NODE_OPTIONS: _, ...env } = process.env;
    return run(process.execPath, words, { cwd: folder, env });
  }
}
