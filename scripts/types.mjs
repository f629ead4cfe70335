// Type checks the whole tree, then each plugin by itself: only there does `#libs/x` not exist, as it will not at run time.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const plugins = ['plugins', 'plugins/_template']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((plugin) => existsSync(join(root, plugin, 'tsconfig.json')));

for (const project of ['.', ...plugins]) {
  const { status } = spawnSync(process.execPath, [tsc, '--project', project, '--noEmit'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
