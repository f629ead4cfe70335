// ESLint in three processes, one after the other: the types of the whole tree in one process need more memory than Node
// gives it. Options go to each: npm run lint -- --fix
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const eslint = join(cwd, 'node_modules/eslint/bin/eslint.js');
const options = process.argv.slice(2);
const parts = [
  ['libs', 'config', ...globSync('{,.}*.{js,cjs,mjs}', { cwd })],
  ['apps', 'plugins', 'scripts'],
  ['test'],
];
const statuses = parts.map(
  (folders) => spawnSync(process.execPath, [eslint, ...options, ...folders], { cwd, stdio: 'inherit' }).status,
);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
