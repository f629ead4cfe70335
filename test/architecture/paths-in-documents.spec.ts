import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectRoot } from '#ground/plugin-host';

const root = projectRoot();
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })];
const LINKED = [...DOCUMENTS, ...globSync(['docs/{adr,guides}/*.md', 'libs/{,*/*/}README.md'], { cwd: root })];

const TOP = /^(apps|libs|plugins|config|test|scripts|docs|\.ci)\//;
const FILE = /^[\w-][\w.-]*\.(ts|mjs|cjs|md|json)$/;

/** The paths in backticks of a line. A bare file name is in the root, or in or below a folder that the line names. */
function missingIn(line: string, exists: (path: string) => boolean): string[] {
  const names = Array.from(line.matchAll(/`([^`\s]+)`/g), ([, text = '']) => ({
    text,
    path: text.replace(/<[\w-]+>/g, '*').replace(/\/$/, ''),
  }));
  const paths = names.filter(({ path }) => TOP.test(path));
  const folders = new Set(paths.flatMap(({ path }) => foldersOf(path)));
  const files = names.filter(({ path }) => FILE.test(path) && folders.size > 0);
  return [
    ...paths.filter(({ path }) => !exists(path)),
    ...files.filter(({ path }) => !exists(path) && ![...folders].some((folder) => exists(`${folder}/**/${path}`))),
  ].map(({ text }) => text);
}

/** The path itself and the folders above it, up to a room or an app: `libs/archive/tags`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  const first = parts[0] === 'libs' ? 3 : 2;
  return parts.slice(first - 1).map((_, index) => parts.slice(0, index + first).join('/'));
}

const existsHere = (path: string): boolean => globSync(path, { cwd: root }).length > 0;

describe('the check of paths in documents', () => {
  const tree = [
    'libs/a/b',
    'libs/a/b/src/one.ts',
    'libs/a/b/src/http/two.ts',
    'libs/a/b/src/feature.ts',
    'CHANGELOG.md',
  ];
  const exists = (pattern: string): boolean => tree.some((path) => matchesGlob(path, pattern));

  it('finds paths that do not exist, including file names in a folder that the line names', () => {
    const line =
      '`two.ts` in `libs/a/b/src/one.ts`, `three.ts`, `libs/a/c/`, `libs/<floor>/<feature>/src/feature.ts`, `CHANGELOG.md`';
    expect(missingIn(line, exists)).toEqual(['libs/a/c/', 'three.ts']);
  });

  it('ignores code that is not a path', () => {
    expect(missingIn('`POST …/documents`, `@HandlesJob`, `libs`, `server.busy`, `package.json`', exists)).toEqual([]);
  });
});

describe.each(DOCUMENTS)('%s', (document) => {
  it('the document names only paths that exist', () => {
    const lines = readFileSync(join(root, document), 'utf8').split('\n');
    const missing = lines.flatMap((line, at) => missingIn(line, existsHere).map((path) => `line ${at + 1}: ${path}`));
    expect(missing).toEqual([]);
  });
});

describe.each(LINKED)('%s', (document) => {
  it('the document links only to files that exist', () => {
    const text = readFileSync(join(root, document), 'utf8');
    const targets = Array.from(text.matchAll(/\]\((?!\w+:)([^)#\s]+)(?:#[^)]*)?\)/g), ([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });
});
