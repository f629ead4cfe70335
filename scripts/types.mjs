// Type checks six projects: the server with its libraries and tests; the plugins by themselves, where no declaration
// of the server exists; the pages and the query language, whose code runs in browsers; and the packages that `npm pack`
// compiles, with their own options, since errors in declaration files are reported nowhere else. What is known of
// unchanged files stays in node_modules/.cache, for these versions of packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const cache = join(cwd, 'node_modules/.cache/types');
const exclude = ['**/dist', '**/node_modules', 'apps/web'].map((path) => `../../../../${path}`);
const from = (...folders) => ({ include: folders.map((folder) => `../../../../${folder}`), exclude });
const projects = {
  server: { extends: '.', ...from('apps', 'libs', 'config', 'test') },
  plugins: { extends: '.', ...from('plugins') },
  pages: { extends: 'apps/web' },
  query: { extends: 'libs/capabilities/query' },
  'plugin-kit': { extends: 'libs/ground/plugin-kit' },
  sdk: { extends: 'libs/ground/sdk' },
};

const installed = fs.readFileSync(join(cwd, 'node_modules/.package-lock.json'));
const folder = join(cache, createHash('sha256').update(installed).digest('hex').slice(0, 12));
for (const name of fs.existsSync(cache) ? fs.readdirSync(cache) : [])
  if (join(cache, name) !== folder) fs.rmSync(join(cache, name), { recursive: true });
fs.mkdirSync(folder, { recursive: true });

const files = Object.entries(projects).map(([name, project]) => {
  const compilerOptions = { noEmit: true, incremental: true, tsBuildInfoFile: `./${name}.tsbuildinfo` };
  const settings = { ...project, extends: `../../../../${project.extends}/tsconfig.json`, compilerOptions };
  const file = join(folder, `${name}.json`);
  const content = JSON.stringify(settings);
  // A newer file would be checked again.
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== content) fs.writeFileSync(file, content);
  return file;
});
// The compiler of TypeScript 7, in less than half the time; other tools need the API of version 6.
const compiler = 'node_modules/typescript-native/bin/tsc';
const { status } = spawnSync(process.execPath, [compiler, '-b', ...files], { cwd, stdio: 'inherit' });
process.exitCode = status === 0 ? 0 : 1;
