import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { projectRoot } from '#ground/plugin-host';
import { changedFiles } from '../run/changed-files.js';
import { isChanged } from '../support/is-changed.js';
import { sample } from '../support/sample.js';

const ours = (path: string): string => join(projectRoot(), path);
const KINDS = [
  'auto-tagger',
  'extraction',
  'identity',
  'intake',
  'intake-address',
  'mail-transport',
  'ocr',
  'search',
  'storage',
  'subscriber',
];
/** The folder of a kind in the kit, where it has another name. */
const KIT_FOLDERS: Record<string, string> = { 'auto-tagger': 'auto-tagging', 'mail-transport': 'mail' };

/** Those that this run creates: one, and those whose template or part of the kit has changed. */
function chosenKinds(): string[] {
  const changed = changedFiles();
  const [one] = sample(KINDS, 1, (kind) => kind);
  if (isChanged(['scripts/plugin-new.mjs', 'test/plugins/plugin-new.e2e-spec.ts'], changed)) return KINDS;
  return KINDS.filter((kind) => {
    const folder = KIT_FOLDERS[kind] ?? kind;
    const parts = [`libs/ground/plugin-kit/src/${folder}/`, `libs/ground/plugin-kit/testing/${folder}/`];
    const templates = [`plugins/_template/${kind}/`, `plugins/_template/${kind}-remote/`];
    return kind === one || isChanged([...parts, ...templates], changed);
  });
}

const CHOSEN = chosenKinds();
/** An extraction plugin can be one for a service. */
const isForServices = CHOSEN.includes('extraction');
const SUITES = CHOSEN.length + (isForServices ? 1 : 0);

/** Starts a compiler and a second jest on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

// Creates the plugins in a separate tree: in this tree, concurrently running tests would load them. The gate creates one kind
// and those whose files have changed, the full set all kinds.
describe('npm run plugin:new', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'archivolt-plugin-new-'));
    mkdirSync(join(root, 'plugins'));
    for (const name of ['config', 'libs', 'node_modules', 'test']) symlinkSync(ours(name), join(root, name));
    cpSync(ours('package.json'), join(root, 'package.json'));
    const options = { extends: ours('tsconfig.json'), include: ['plugins'], compilerOptions: { rootDir: '/' } };
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(options));
    const jestConfig = `import config from ${JSON.stringify(pathToFileURL(ours('jest.config.js')).href)};
      const { globalSetup, globalTeardown, ...rest } = config;
      export default { ...rest, rootDir: import.meta.dirname, roots: ['<rootDir>/plugins'] };`;
    writeFileSync(join(root, 'jest.config.mjs'), jestConfig);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const node = (...words: string[]): { status: number | null; output: string } => {
    const env = { ...process.env, TMPDIR: root };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const make = (...words: string[]) => node(ours('scripts/plugin-new.mjs'), ...words, `--root=${root}`, '--no-install');

  it.each(CHOSEN)('creates an %s plugin with its own name everywhere and prints the next step', (kind) => {
    const { status, output } = make(kind, 'open-raster');
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toContain(`npm test -w plugins/${kind}-open-raster`);
    expect(output).toContain(`docs/guides/plugins/${kind}.md`);
    expect(existsSync(ours(`docs/guides/plugins/${kind}.md`))).toBe(true);
    expect(output).not.toMatch(/template|<name>|<its id>/i);
    const folder = join(root, 'plugins', `${kind}-open-raster`);
    const files = globSync('**/*.*', { cwd: folder });
    expect(files).toEqual(expect.arrayContaining(['package.json', 'tsconfig.json', join('src', 'plugin.ts')]));
    const traces = files.filter((file) => /template/i.test(file + readFileSync(join(folder, file), 'utf8')));
    expect(traces).toEqual([]);
    expect(readFileSync(join(folder, 'src/plugin.ts'), 'utf8')).toContain(`id: '${kind}-open-raster'`);
  });

  (isForServices ? it : it.skip)('creates an extraction plugin for a service', () => {
    expect(make('extraction', 'far-away', '--remote')).toMatchObject({
      status: 0,
      output: expect.stringContaining('send the file as the service wants it'),
    });
    const folder = join(root, 'plugins', 'extraction-far-away');
    expect(readFileSync(join(folder, 'src/plugin.ts'), 'utf8')).toContain(`form: 'remote'`);
    expect(existsSync(join(folder, 'src/far-away-extractor.ts'))).toBe(true);
  });

  it('creates plugins that compile', () => {
    expect(node(ours('node_modules/typescript-native/bin/tsc'), '-p', root, '--noEmit')).toEqual({
      status: 0,
      output: '',
    });
  });

  it('creates plugins that pass the contract suites of their kinds', () => {
    const { status, output } = node(
      '--experimental-vm-modules',
      ours('node_modules/jest/bin/jest.js'),
      '--config',
      join(root, 'jest.config.mjs'),
      '--runInBand',
      '--ci',
    );
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringMatching(new RegExp(`Test Suites: ${SUITES} passed, ${SUITES} total`)),
    });
  });

  it.each([
    [['extraction'], 'for instance `npm run plugin:new extraction epub`'],
    [['mail', 'imap'], 'Kinds: extraction, storage, search, subscriber, intake, ocr'],
    [['storage', 'acme', '--remote'], '--remote is for plugins of the kind extraction'],
    [['extraction', 'EPUB'], '"EPUB" is no name for a plugin'],
    [['extraction', '../escape'], 'no name for a plugin'],
    [[CHOSEN[0]!, 'open-raster'], `plugins/${CHOSEN[0]!}-open-raster exists already`],
  ])('rejects %j and explains why', (words, reason) => {
    const { status, output } = make(...words);
    expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining(reason) });
    expect(existsSync(join(root, 'escape'))).toBe(false);
  });
});
