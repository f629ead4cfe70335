// npm run check: as many parts at a time as there are cores and memory, the longest first. The output of a part is
// shown when it ends. Every part runs even after a failure, so that one run shows all problems.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runInPool, tableOfParts } from '../test/run/parts.ts';

const cwd = join(import.meta.dirname, '..');
const parts = [
  { name: 'types', seconds: 80, gigabytes: 2 },
  { name: 'lint', seconds: 60, gigabytes: 2.5 },
  { name: 'format:check', seconds: 40, gigabytes: 0.5 },
  { name: 'page-size', seconds: 15, gigabytes: 1 },
  { name: 'arch', seconds: 11, gigabytes: 0.5 },
  { name: 'unused', seconds: 7, gigabytes: 0.5 },
  { name: 'words', seconds: 1 },
];

const run = ({ name }) =>
  new Promise((resolve) => {
    const start = performance.now();
    const output = [];
    // npm is a batch file on Windows
    const child = spawn('npm', ['run', '--silent', name], { cwd, shell: process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(error.message)));
    child.once('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      console.log(`\n— ${name} (${seconds.toFixed(1)} s)`);
      process.stdout.write(Buffer.concat(output));
      resolve({ name, ok: code === 0, seconds });
    });
  });

const room = { slots: availableParallelism(), gigabytes: process.availableMemory() / 2 ** 30 };
const results = await runInPool(parts, room, run);
// Afterwards: jest uses all cores itself.
if (!process.argv.includes('--without-tests'))
  results.push(...(await runInPool([{ name: 'test:quick', seconds: 100 }], room, run)));
console.log(`\n${tableOfParts(results)}`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
