// npm run test:full: all tests of the server and of the pages, with what the everyday runs only sample. Both kinds run
// even after a failure.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const runs = ['test', 'test:web'];
const failed = runs.filter((script) => {
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_SET: 'full' },
    shell: process.platform === 'win32', // where npm is a batch file
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
