import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectRoot } from '#ground/plugin-host';

const root = projectRoot();
const DOCUMENTS = [
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', '{,scripts/,test/,libs/,libs/*/*/,{apps,plugins}/*/}README.md'], { cwd: root }),
];
const LINKED = [...DOCUMENTS, ...globSync('docs/{adr,guides,guides/plugins,measurements}/*.md', { cwd: root })];

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

/** What a link to a heading ends with, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function hasAnchor(file: string, anchor: string): boolean {
  const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} (.*)$/gm);
  return Array.from(headings).some(([, heading = '']) => anchorOf(heading) === anchor);
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
  it('the document links only to files and headings that exist', () => {
    const text = readFileSync(join(root, document), 'utf8');
    const links = Array.from(text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g), ([, link = '']) => link);
    const missing = links.filter((link) => {
      const [target = '', anchor] = link.split('#');
      const file = target === '' ? join(root, document) : join(root, dirname(document), target);
      return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !hasAnchor(file, anchor));
    });
    expect(missing).toEqual([]);
  });
});

describe('the index of decisions', () => {
  const adrs = globSync('docs/adr/[0-9]*.md', { cwd: root })
    .sort()
    .map((path) => {
      const [, number = '', title = ''] = /^# (\d+)\. (.*)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? [];
      return { file: basename(path), number, title, text: readFileSync(join(root, path), 'utf8') };
    });
  const rows = readFileSync(join(root, 'docs/adr/README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it.each(adrs)('the index has one line for $file, with its number and title', ({ file, number, title }) => {
    const [, ...numberAndLink] = rows.find(([, , link]) => link?.endsWith(`(${file})`)) ?? [];
    expect(numberAndLink.slice(0, 2)).toEqual([number, `[${title}](${file})`]);
    expect(rows.filter(([, of]) => of === number)).toHaveLength(1);
  });

  it('the index says what was decided in at most 15 words', () => {
    const long = rows.filter(([, , , decided = '']) => decided === '' || decided.split(' ').length > 15);
    expect(long.map(([, number]) => number)).toEqual([]);
  });

  it('a superseded decision names the one that superseded it', () => {
    const superseded = rows.filter(([, , , , state = '']) => state.includes('superseded by'));
    expect(superseded.length).toBeGreaterThan(0);
    const silent = superseded.filter(([, number, , , state = '']) => {
      const by = /\]\((\S+)\)/.exec(state)?.[1] ?? '';
      const head = adrs.find((adr) => adr.number === number)?.text.split('\n')[2] ?? '';
      return !/^(Partly s|S)uperseded by /.test(head) || !head.includes(by);
    });
    expect(silent.map(([, number]) => number)).toEqual([]);
  });
});
