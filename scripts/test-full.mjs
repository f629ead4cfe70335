// npm run test:full: all tests of the server and of the pages, with what the everyday runs only sample, those of the
// server once more by plain jest, where no file sees the modules of another, and `npm run check` of all files. Each runs
// even after a failure.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const toJest = process.argv.slice(2);
const runs = [
  { name: 'check', script: 'check', settings: {}, words: ['--without-tests'] },
  { name: 'test', script: 'test', settings: { TEST_SET: 'full' } },
  { name: 'test:web', script: 'test:web', settings: { TEST_SET: 'full' } },
  { name: 'test by plain jest', script: 'test', settings: { TEST_LOADER: 'plain' } },
];
const failed = runs.filter(({ script, settings, words = toJest }) => {
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...words], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, ...settings },
    shell: process.platform === 'win32', // where npm is a batch file
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
