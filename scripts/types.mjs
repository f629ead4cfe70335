// Type checks the whole tree, then each plugin by itself, where `#libs/x` does not exist, as at run time, and the pages
// and the query language, whose code runs in browsers. The packages that `npm pack` compiles are checked with their own options: errors in
// declaration files are reported nowhere else.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const apart = globSync(
  ['plugins/{*,_template/*}/tsconfig.json', 'apps/web/tsconfig.json', 'libs/query-language/tsconfig.json'],
  {
    cwd,
  },
);
const packed = ['libs/plugin-kit', 'libs/sdk'].map((folder) => ['-p', folder, '--noEmit']);
const results = [['-b', '.', ...apart], ...packed].map((options) =>
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options], { cwd, stdio: 'inherit' }),
);
process.exitCode = results.find(({ status }) => status !== 0) ? 1 : 0;
