// npm run check: as many parts at a time as there are cores and memory. The output of a part is shown when it ends. Every
// part runs even after a failure, so that one run shows all problems. Options: --without-tests, --changed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
/** The longest first. */
const PARTS = ['lint', 'types', 'page-size', 'format:check', 'arch', 'unused', 'words'];
/** Parts that look at each file by itself: with `--changed`, only at those of this branch. */
const BY_FILE = ['lint', 'format:check'];
const isOnlyChanged = process.argv.includes('--changed');
/** What a part needs at most. */
const BYTES_OF_A_PART = 2.5 * 2 ** 30;

const run = (name) =>
  new Promise((resolve) => {
    const start = performance.now();
    const output = [];
    // npm is a batch file on Windows
    const options = isOnlyChanged && BY_FILE.includes(name) ? ['--', '--changed'] : [];
    const child = spawn('npm', ['run', '--silent', name, ...options], { cwd, shell: process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(error.message)));
    child.once('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      console.log(`\n— ${name} (${seconds.toFixed(1)} s)`);
      process.stdout.write(Buffer.concat(output));
      resolve({ name, ok: code === 0, seconds });
    });
  });

const results = [];
const waiting = PARTS.values();
const worker = async () => {
  for (const name of waiting) results.push(await run(name));
};
const workers = Math.min(availableParallelism(), Math.floor(process.availableMemory() / BYTES_OF_A_PART));
await Promise.all(Array.from({ length: Math.max(workers, 1) }, worker));
// Afterwards: jest uses all cores itself.
if (!process.argv.includes('--without-tests')) results.push(await run('test:quick'));

console.log('');
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(7)} s`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
