import { describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Hashes = (root: string, files: string[], common: string[]) => Map<string, string>;
const module = new URL('../../scripts/import-closure.mjs', import.meta.url).href;
const { hashesOfClosures } = (await import(module)) as { hashesOfClosures: Hashes };

const TREE = {
  'libs/a/src/index.ts': "export * from './inner.js';",
  'libs/a/src/inner.ts': 'export const inner = 1;',
  'libs/b/src/b.ts': "import { inner } from '#libs/a';",
  'libs/c/src/c.ts': "const later = await import('../../b/src/b.js');",
  'libs/kit/package.json': '{ "name": "@x/kit" }',
  'libs/kit/src/index.ts': 'export const kit = 1;',
  'libs/kit/src/other.ts': 'export const other = 1;',
  'plugins/p/src/p.ts': "import { type kit } from '@x/kit/testing';",
  'libs/alone/src/alone.ts': 'export const alone = 1;',
  'libs/alone/src/global.d.ts': 'declare const something: string;',
  'lock.json': '{}',
};

/** The files whose hashes change with another content of one file. */
function changedBy(file: keyof typeof TREE): string[] {
  const root = mkdtempSync(join(tmpdir(), 'import-closure-'));
  try {
    for (const [path, text] of Object.entries(TREE)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const files = Object.keys(TREE).filter((path) => path.endsWith('.ts'));
    const before = hashesOfClosures(root, files, ['lock.json']);
    writeFileSync(join(root, file), `${TREE[file]}\n`);
    const after = hashesOfClosures(root, files, ['lock.json']);
    return files.filter((path) => before.get(path) !== after.get(path));
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('hashesOfClosures', () => {
  it('changes a file with everything that imports it, also through other files and at run time', () => {
    expect(changedBy('libs/a/src/inner.ts')).toEqual([
      'libs/a/src/index.ts',
      'libs/a/src/inner.ts',
      'libs/b/src/b.ts',
      'libs/c/src/c.ts',
    ]);
  });

  it('leaves what a file imports as it is', () => {
    expect(changedBy('libs/c/src/c.ts')).toEqual(['libs/c/src/c.ts']);
  });

  it('takes the package of a workspace as a whole', () => {
    expect(changedBy('libs/kit/src/other.ts')).toEqual([
      'libs/kit/src/index.ts',
      'libs/kit/src/other.ts',
      'plugins/p/src/p.ts',
    ]);
  });

  it.each(['libs/alone/src/global.d.ts', 'lock.json'] as const)('changes every file with %s', (file) => {
    expect(changedBy(file)).toHaveLength(9);
  });
});
