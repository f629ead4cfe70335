// ESLint in several processes, one after the other: the types of the whole tree in one process need too much memory.
// Options go to each: npm run lint -- --fix
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const eslint = join(cwd, 'node_modules/eslint/bin/eslint.js');
const options = process.argv.slice(2);
const memory = '--max-old-space-size=6144'; // Node's own limit is 4 GB, of which a part needs up to 3.5
const parts = [
  ['libs'],
  ['config', 'scripts', ...globSync('{,.}*.{js,cjs,mjs}', { cwd })],
  ['apps'],
  ['plugins'],
  ['test'],
];
const statuses = parts.map(
  (folders) => spawnSync(process.execPath, [memory, eslint, ...options, ...folders], { cwd, stdio: 'inherit' }).status,
);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
