import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#ground/plugin-host';
import { guideBlocks, type GuideBlock } from '../guides/guide-blocks.js';

const run = promisify(execFile);
const GUIDES = ['docs/guides/plugins/extraction.md', 'docs/guides/plugins/outside-this-repository.md'];
const IN_TREE = 'plugins/extraction-epub/';

/**
 * The author of a plugin outside this tree, who has an empty folder, a clone, npm, and the guides: writes the files that
 * they print and runs the commands that they print.
 */
export class OutsideAuthor {
  /** Next to the clone, as the guide has it. */
  readonly folder: string;
  readonly #blocks: readonly GuideBlock[];

  constructor(
    private readonly home: string,
    private readonly registry: string,
  ) {
    this.folder = join(home, 'acme-epub');
    this.#blocks = GUIDES.flatMap((guide) => guideBlocks(readFileSync(join(projectRoot(), guide), 'utf8')));
    mkdirSync(this.folder);
  }

  /** Only the kit, because this tree is in use: `npm pack` compiles it. */
  makeClone(): void {
    const clone = join(this.home, 'clone');
    for (const part of ['src', 'testing', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'])
      cpSync(join(projectRoot(), 'libs/ground/plugin-kit', part), join(clone, 'libs/ground/plugin-kit', part), {
        recursive: true,
      });
    cpSync(join(projectRoot(), 'package.json'), join(clone, 'package.json'));
    symlinkSync(join(projectRoot(), 'node_modules'), join(clone, 'node_modules'));
  }

  writeFiles(): void {
    for (const { attributes, code } of this.#blocks) {
      const inTree = attributes.get('file');
      const file = inTree?.startsWith(IN_TREE) ? inTree.slice(IN_TREE.length) : attributes.get('outside');
      if (file === undefined) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      writeFileSync(join(this.folder, file), code);
    }
  }

  /** Runs the commands that the guide prints for a folder and returns what they print. */
  async runCommandsIn(folder: 'acme-epub' | 'clone'): Promise<string> {
    const blocks = this.#blocks.filter(({ attributes }) => attributes.get('in') === folder);
    let output = '';
    for (const { code } of blocks) output += await this.#shell(code, join(this.home, folder));
    return output;
  }

  /** The files in the package that the commands for the clone have made. */
  async namesInPackedKit(): Promise<string[]> {
    const [file = ''] = globSync('archivolt-plugin-kit-*.tgz', { cwd: this.folder });
    const { stdout } = await run('tar', ['-tzf', file], { cwd: this.folder });
    return stdout
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, ''));
  }

  /** Runs the steps of the printed Dockerfile, without an image, and returns the folder that it copies to the server. */
  async makeFolderForImage(): Promise<string> {
    const dockerfile = readFileSync(join(this.folder, 'Dockerfile'), 'utf8');
    const only = (pattern: RegExp): string => {
      const [found, ...more] = Array.from(dockerfile.matchAll(pattern), ([, text = '']) => text);
      if (found === undefined || more.length > 0)
        throw new Error(`the Dockerfile has not exactly one ${pattern.source}`);
      return found;
    };
    const folder = join(this.home, 'plugins');
    const packed = only(/^COPY (\S+) \.\/$/gm);
    cpSync(join(this.folder, packed), join(folder, packed));
    await this.#shell(only(/^RUN (.*)$/gm), folder, { NODE_ENV: 'production' });
    return join(this.home, only(/^COPY --from=plugins \/(\S+) \/app\/node_modules\/@acme$/gm));
  }

  async #shell(code: string, cwd: string, more: Record<string, string> = {}): Promise<string> {
    const { PATH = '', HOME = '' } = process.env;
    const npm = {
      npm_config_registry: this.registry,
      npm_config_cache: join(this.home, 'npm-cache'),
      npm_config_userconfig: join(this.home, 'no-npmrc'),
      npm_config_noproxy: '127.0.0.1',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
    try {
      const { stdout, stderr } = await run('sh', ['-ec', code], { cwd, env: { PATH, HOME, ...npm, ...more } });
      return stdout + stderr;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${code}\n${stdout}\n${stderr}`, { cause: error });
    }
  }
}
