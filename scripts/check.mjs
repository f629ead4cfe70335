// npm run check: everything that takes about a minute. Every part runs even after a failure, so that one run shows all problems.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const parts = ['format:check', 'lint', 'types', 'arch', 'unused', 'words', 'page-size'];
if (!process.argv.includes('--without-tests')) parts.push('test:quick');

const results = parts.map((part) => {
  console.log(`\n— ${part}`);
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', part], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: process.platform === 'win32', // where npm is a batch file
  });
  return { part, ok: status === 0, seconds: (performance.now() - start) / 1000 };
});

console.log('');
for (const { part, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${part} (${seconds.toFixed(1)} s)`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
