// Type checks the whole tree, then each plugin by itself, where `#libs/x` does not exist, as at run time, and the pages,
// whose code runs in browsers.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const apart = globSync(['plugins/{*,_template/*}/tsconfig.json', 'apps/web/tsconfig.json'], { cwd });
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', '.', ...apart], {
  cwd,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
