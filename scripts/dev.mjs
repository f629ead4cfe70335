// Development: compiles on save and restarts the server, which prints its address when it is ready.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import './require-pinned-node.mjs';

const root = join(import.meta.dirname, '..');
const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const finished = (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

if ((await finished(run('scripts/build.mjs'))) !== 0) process.exit(1);
const children = [
  run('scripts/build.mjs', '--watch'),
  run('--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/apps/server/src/main.js'),
];

// Ctrl-C reaches the children by the terminal, other signals by us; the last of them to end ends the command.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal);
  });
const ends = children.map(finished);
process.exitCode = await Promise.race(ends);
for (const child of children) child.kill();
await Promise.all(ends);
