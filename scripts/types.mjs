// Type checks the whole tree, then each plugin by itself: only there does `#libs/x` not exist, as it will not at run time.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const plugins = globSync('plugins/{*,_template/*}/tsconfig.json', { cwd });
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', '.', ...plugins], {
  cwd,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
