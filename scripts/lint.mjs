// oxlint has the rules that need types, and takes these from TypeScript 7, in a sixth of the CPU time of ESLint. ESLint
// has what oxlint lacks, where a finding depends on one file only: a file without one is skipped until it changes.
// npm run lint -- --fix [files]; with --changed ESLint reads only the files that this branch changes
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filesToCheck } from './files-to-check.mjs';

const cwd = join(import.meta.dirname, '..');
const { resolve } = createRequire(import.meta.url);
// ESLint's own key of its cache leaves out the versions of some plugins.
const installed = fs.readFileSync(join(cwd, 'node_modules/.package-lock.json'));
const cache = `node_modules/.cache/eslint/${createHash('sha256').update(installed).digest('hex').slice(0, 12)}.json`;

const isOnlyChanged = process.argv.includes('--changed');
const given = process.argv.slice(2).filter((argument) => argument !== '--changed');
const isEverything = given.every((argument) => argument.startsWith('--'));
const programs = [
  { program: [join(dirname(resolve('oxlint/package.json')), 'bin/oxlint'), '--format', 'stylish'], files: ['.'] },
  {
    program: [
      join(dirname(resolve('eslint/package.json')), 'bin/eslint.js'),
      ...['--cache', '--cache-strategy', 'content', '--cache-location', cache, '--no-warn-ignored'],
    ],
    files: filesToCheck(isOnlyChanged, ['eslint.config.js', 'package-lock.json']),
  },
];
for (const { program, files } of programs) {
  if (isEverything && files.length === 0) continue; // without files ESLint would read all
  const words = [...program, ...given, ...(isEverything ? files : [])];
  const { status } = spawnSync(process.execPath, words, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
