// npm run format:check: compares the files with what Prettier would write. With --changed only those that this branch
// changes.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filesToCheck } from './files-to-check.mjs';

const cwd = join(import.meta.dirname, '..');
const { resolve } = createRequire(import.meta.url);
const prettier = join(dirname(resolve('prettier/package.json')), 'bin/prettier.cjs');
const settings = ['.prettierrc.json', '.prettierignore', 'package-lock.json'];
const files = filesToCheck(process.argv.includes('--changed'), settings);
const options = ['--check', '--ignore-unknown', '--cache', '--cache-strategy', 'content'];
const cache = ['--cache-location', 'node_modules/.cache/prettier.json'];
if (files.length > 0) {
  const { status } = spawnSync(process.execPath, [prettier, ...options, ...cache, ...files], { cwd, stdio: 'inherit' });
  process.exitCode = status === 0 ? 0 : 1;
}
