// oxlint has the rules that need types, and takes these from TypeScript 7, in a sixth of the CPU time of ESLint. ESLint
// has what oxlint lacks, where a finding depends on one file only: a file without one is skipped until it changes.
// npm run lint -- --fix [files]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const { resolve } = createRequire(import.meta.url);
// ESLint's own key of its cache leaves out the versions of some plugins.
const installed = fs.readFileSync(join(cwd, 'node_modules/.package-lock.json'));
const cache = `node_modules/.cache/eslint/${createHash('sha256').update(installed).digest('hex').slice(0, 12)}.json`;

const given = process.argv.slice(2);
const everything = given.every((argument) => argument.startsWith('--')) ? ['.'] : [];
const programs = [
  [join(dirname(resolve('oxlint/package.json')), 'bin/oxlint'), '--format', 'stylish'],
  [
    join(dirname(resolve('eslint/package.json')), 'bin/eslint.js'),
    ...['--cache', '--cache-strategy', 'content', '--cache-location', cache],
  ],
];
for (const program of programs) {
  const { status } = spawnSync(process.execPath, [...program, ...given, ...everything], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
