import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['.dependency-cruiser.cjs', 'tsconfig.json', 'libs/README.md'];

/** A small project with the settings of this repository and the sources that a test writes. */
export class PlantedTree {
  readonly root = mkdtempSync(join(tmpdir(), 'archivolt-rules-'));

  constructor() {
    for (const file of COPIED) cpSync(join(ROOT, file), join(this.root, file));
    const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: object };
    this.write('package.json', {
      name: 'planted',
      type: 'module',
      imports,
      dependencies: {
        '@archivolt/plugin-kit': '1.0.0',
        fastify: '1.0.0',
        'pdfjs-dist': '1.0.0',
        'tus-js-client': '1.0.0',
      },
      devDependencies: { jest: '1.0.0' },
    });
    cpSync(join(ROOT, 'libs/ground/plugin-kit/package.json'), join(this.root, 'libs/ground/plugin-kit/package.json'), {
      recursive: true,
    });
    mkdirSync(join(this.root, 'node_modules/@archivolt'), { recursive: true });
    symlinkSync(
      join(this.root, 'libs/ground/plugin-kit'),
      join(this.root, 'node_modules/@archivolt/plugin-kit'),
      'junction',
    );
    for (const name of ['fastify', 'jest', 'pdfjs-dist', 'tus-js-client']) {
      this.write(`node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' });
      this.write(`node_modules/${name}/index.js`, 'module.exports = {};');
    }
  }

  write(path: string, content: object | string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Writes a plugin and links it as npm links a workspace. */
  plugin(name: string): void {
    this.write(`plugins/${name}/package.json`, {
      name: `@archivolt/${name}`,
      type: 'module',
      exports: { '.': { 'archivolt-source': './src/plugin.ts', default: './dist/src/plugin.js' } },
      dependencies: { '@archivolt/plugin-kit': '1.0.0' },
    });
    this.write(`plugins/${name}/src/plugin.ts`, "import { kit } from '@archivolt/plugin-kit';\nexport default kit;\n");
    symlinkSync(join(this.root, 'plugins', name), join(this.root, 'node_modules/@archivolt', name), 'junction');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
