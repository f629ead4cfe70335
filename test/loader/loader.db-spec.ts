import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

interface Report {
  testResults: { name: string; status: string; message: string }[];
}

const DEFINES = /\bdefine(Event|Job|Subscriber|AuditAction|Entity|Error)\b\s*[<(]|\/sample-feature\//;
const ITS_OWN = '/** @own-modules */\n';
/** Other systems do not list the open files of a process. */
const LISTED_BY_LINUX: [string, string, RegExp][] =
  process.platform === 'linux' ? [['an open file', 'open-file', /\/open \(deleted\)/]] : [];
const ROOT = join(import.meta.dirname, '../..');

/** Runs the files in `leaving` one after the other in one process. */
async function run(): Promise<Map<string, { status: string; message: string }>> {
  const folder = await mkdtemp(join(tmpdir(), 'loader-'));
  const report = join(folder, 'report.json');
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config'];
  const options = [
    'test/loader/leaving/jest.config.js',
    '--runInBand',
    '--forceExit',
    '--json',
    '--outputFile',
    report,
  ];
  const surroundings = { cwd: ROOT, env: { ...process.env, TMPDIR: folder, TEST_LOADER: '' } };
  await new Promise((resolve) => execFile(process.execPath, [...jest, ...options], surroundings, resolve));
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  await rm(folder, { recursive: true });
  return new Map(testResults.map((file) => [basename(file.name, '.leaving.ts'), file]));
}

describe('test files that share the modules of a worker', () => {
  let files: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    files = await run();
  });

  it.each<[string, string, RegExp]>([
    ['a timer', 'timer', /Timeout .*timer\.leaving\.ts:3/],
    ['a listener of the process', 'listener', /listeners SIGUSR2: undefined before, 1 after/],
    ['a server', 'server', /TCPSERVERWRAP /],
    ['a child process', 'child', /PROCESSWRAP .*child\.leaving\.ts:4/],
    ['a setting', 'setting', /env LEFT_BEHIND: undefined before, yes after/],
    ['a temporary folder', 'folder', /temporary file left-behind-/],
    ['a replaced global', 'global', /globals fetch/],
    ['a connection to the database', 'connection', /(TCP|PIPE)WRAP /],
    ...LISTED_BY_LINUX,
  ])('a test file fails by name when it leaves %s behind', (_, name, message) => {
    expect(files.get(name)).toEqual(expect.objectContaining({ status: 'failed' }));
    expect(files.get(name)?.message).toContain('This file leaves behind:');
    expect(files.get(name)?.message).toMatch(message);
  });

  it('a test file is named, with the test and what is open, when no test ends for long', () => {
    expect(files.get('waiting')).toEqual(expect.objectContaining({ status: 'passed', message: '' }));
  });

  it.each(['nothing', 'nothing-again'])(
    'a test file that leaves nothing passes, and modules stay loaded (%s)',
    (name) => {
      expect(files.get(name)).toEqual(expect.objectContaining({ status: 'passed', message: '' }));
    },
  );

  it.each(['own', 'own-again'])('a test file that asks for modules of its own has them (%s)', (name) => {
    expect(files.get(name)).toEqual(expect.objectContaining({ status: 'passed', message: '' }));
  });
});

it('every test file that defines what lasts as long as modules has modules of its own', () => {
  const files = globSync('{apps,libs,plugins,config,test}/**/*{.,-}spec.ts', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  }).map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));
  const defining = files.filter(({ source }) => DEFINES.test(source));
  expect(defining.length).toBeGreaterThan(10);
  expect(defining.filter(({ source }) => !source.startsWith(ITS_OWN)).map(({ file }) => file)).toEqual([]);
});
