import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { projectRoot } from '#ground/plugin-host';
import { isChanged } from '../support/is-changed.js';
import { applySnippet, snippetsOf } from './apply-guide.js';
import { guideBlocks } from './guide-blocks.js';

const ours = (path: string): string => join(projectRoot(), path);
/** The last three continue each other. */
const GUIDES = [
  'plugins/extraction.md',
  'subscribe-to-events.md',
  'add-a-migration.md',
  'add-an-endpoint.md',
  'add-a-setting.md',
];
/** Pages that print files of this tree, each block with its file: ```ts excerpt of=plugins/_template/… */
const QUOTES = globSync('docs/guides/{,plugins/}*.md', { cwd: projectRoot() }).flatMap((page) =>
  guideBlocks(readFileSync(ours(page), 'utf8')).flatMap(({ attributes, code }) => {
    const file = attributes.get('of');
    return file === undefined ? [] : [{ page, file, code }];
  }),
);
const SNIPPETS = GUIDES.flatMap((guide) => snippetsOf(guide, readFileSync(ours(`docs/guides/${guide}`), 'utf8')));
const SOURCES = ['docs/guides/', 'test/guides/', 'libs/ground/plugin-kit/', 'plugins/_template/', 'tsconfig.json'];
const itWhenChanged = isChanged([...SOURCES, ...SNIPPETS.map(({ file }) => file)]) ? it : it.skip;
const isSource = (path: string): boolean => !/\/(node_modules|dist)(\/|$)/.test(path.slice(projectRoot().length));

/** A compiler is started here, on a machine that has other tests to run. */
jest.setTimeout(600_000);

// At the gate each snippet must find its place; all of them are compiled when a guide, the kit, a template or a file that a
// snippet changes has changed. The full set always compiles them.
describe('the guides', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'archivolt-guides-'));
    for (const name of ['apps/server', 'libs', 'config', 'test/run', 'test/support'])
      cpSync(ours(name), join(root, name), { recursive: true, filter: isSource });
    for (const name of ['package.json', 'docs/reference/openapi.json']) cpSync(ours(name), join(root, name));
    symlinkSync(ours('node_modules'), join(root, 'node_modules'));
    const options = {
      extends: ours('tsconfig.json'),
      files: [
        'libs/ground/http-kit/src/class-transformer-storage.d.ts',
        'plugins/extraction-epub/test/extraction-epub.contract-spec.ts',
        'test/e2e/pinned-tags.e2e-spec.ts',
      ],
      include: ['libs', 'config', 'plugins', 'test'],
      exclude: ['**/*spec.ts', 'libs/ground/plugin-kit', 'libs/ground/sdk'],
      compilerOptions: { rootDir: '/', incremental: false },
    };
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(options));
    mkdirSync(join(root, 'plugins'));
    const make = [ours('scripts/plugin-new.mjs'), 'extraction', 'epub', `--root=${root}`, '--no-install'];
    expect(spawnSync(process.execPath, make)).toMatchObject({ status: 0 });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('the guides name existing places', () => {
    for (const snippet of SNIPPETS) applySnippet(root, snippet);
    expect(SNIPPETS.length).toBeGreaterThan(GUIDES.length);
  });

  itWhenChanged('the snippets add up to code that compiles', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [ours('node_modules/typescript-native/bin/tsc'), '-p', root, '--noEmit'],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('a file that a guide prints', () => {
  it.each(QUOTES)('$file is the same in $page', ({ file, code }) => {
    expect(readFileSync(ours(file), 'utf8')).toContain(code);
  });

  it('a guide quotes the template of each kind of plugin', () => {
    const kinds = globSync('plugins/_template/*', { cwd: projectRoot() }).map((folder) => `${folder}/src/`);
    const missing = kinds.filter((folder) => !QUOTES.some(({ file }) => file.startsWith(folder)));
    expect(missing).toEqual(['plugins/_template/extraction/src/']); // its page makes a plugin, step by step
  });
});

describe('a snippet of a guide', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'archivolt-snippet-'));
    mkdirSync(join(root, 'libs'));
    writeFileSync(join(root, 'libs/a.ts'), 'first\nsame\nsame\nlast\n');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const apply = (info: string): string => {
    const [snippet] = snippetsOf('guide.md', `text\n\n\`\`\`ts ${info}\nadded\n\`\`\`\n`);
    applySnippet(root, snippet!);
    return readFileSync(join(root, snippet!.file), 'utf8');
  };

  it('a snippet whose block does not name a file is refused', () => {
    expect(() => snippetsOf('guide.md', '```ts\nadded\n```\n')).toThrow('guide.md, the block that begins with "added"');
  });

  it.each([
    ['a line that does not exist', 'file=libs/a.ts after="missing"'],
    ['a line that is there twice', 'file=libs/a.ts after=same'],
    ['no line of a file that exists', 'file=libs/a.ts'],
  ])('a snippet is refused when it names %s', (_, info) => {
    expect(() => apply(info)).toThrow('libs/a.ts');
  });

  it('a snippet goes to the place that its block names', () => {
    expect(apply('file=libs/new.ts')).toBe('added\n');
    expect(apply('file=libs/a.ts after=first')).toBe('first\nadded\nsame\nsame\nlast\n');
    expect(apply('file=libs/a.ts instead-of=added')).toBe('first\nadded\nsame\nsame\nlast\n');
    expect(apply('file=libs/a.ts before-last=same')).toBe('first\nadded\nsame\nadded\nsame\nlast\n');
    expect(apply('file=libs/a.ts at=end')).toBe('first\nadded\nsame\nadded\nsame\nlast\nadded\n');
    expect(apply('file=libs/a.ts at=whole-file')).toBe('added\n');
  });
});
