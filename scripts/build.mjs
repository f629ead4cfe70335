// Compiles what changed: sources of apps, libs and config to dist/, each workspace to its own dist/.
import fs from 'node:fs'; // default import: a named one that an old Node lacks fails before the guard can speak
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import './require-pinned-node.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const STAMP = 'dist/.build.json';
const SOURCES = ['apps/{server,cli}/src/**/*.ts', 'libs/**/*.ts', 'config/**/*.ts', 'plugins/*/src/**/*.ts'];
const WORKSPACE = /^(libs\/(?:plugin-kit|sdk)|plugins\/[^/]+)\/(.*)$/;
const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined);
const target = (file) => {
  const [, home, rest] = WORKSPACE.exec(file) ?? [];
  return (home ? `${home}/dist/${rest}` : `dist/${file}`).replace(/\.ts$/, '.js');
};

async function build() {
  const compiler = readJson('node_modules/@swc/core/package.json')?.version;
  if (!compiler && fs.existsSync(STAMP)) return undefined; // production install: the build came with it
  if (!compiler) throw new Error('no build and no compiler here; run `npm ci` and `npm run build`');
  const key = createHash('sha256')
    .update(compiler)
    .update(fs.readFileSync('.swcrc'))
    .update(fs.readFileSync('scripts/build.mjs'))
    .digest('hex');
  const before = readJson(STAMP) ?? { key, files: {} };
  const now = {};
  for (const file of fs.globSync(SOURCES, { exclude: (name) => name === 'node_modules' || name === 'dist' })) {
    const found = fs.statSync(file, { throwIfNoEntry: false }); // an editor may replace it at this moment
    if (found && !/[.-](spec|d)\.ts$/.test(file)) now[file] = `${found.mtimeMs}:${found.size}`;
  }
  const gone = Object.keys(before.files).filter((file) => !(file in now));
  for (const file of gone) for (const end of ['', '.map']) fs.rmSync(target(file) + end, { force: true });
  const todo = Object.keys(now).filter(
    (file) => before.key !== key || before.files[file] !== now[file] || !fs.existsSync(target(file)),
  );
  if (todo.length + gone.length === 0) return undefined;
  const { transformFile } = await import('@swc/core');
  let failed = 0;
  await Promise.all(
    todo.map(async (file) => {
      const out = target(file);
      try {
        const { code, map } = await transformFile(file, {
          configFile: '.swcrc',
          sourceFileName: relative(dirname(out), file),
        });
        fs.mkdirSync(dirname(out), { recursive: true });
        fs.writeFileSync(`${out}.map`, map);
        fs.writeFileSync(out, `${code}\n//# sourceMappingURL=${out.split('/').at(-1)}.map\n`);
      } catch (error) {
        failed += 1;
        delete now[file];
        console.error(String(error).split('\n\n')[0]);
      }
    }),
  );
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync(STAMP, JSON.stringify({ key, files: now }));
  if (failed) throw new Error(`${failed} file(s) do not compile`);
  return `compiled ${todo.length}, removed ${gone.length}`;
}

const run = () =>
  build().then(
    (line) => line && console.error(`build: ${line}`),
    (error) => {
      console.error(`build: ${error.message}`);
      process.exitCode = 1;
    },
  );
await run();
if (process.argv.includes('--watch')) {
  let timer;
  for (const folder of ['apps', 'libs', 'config', 'plugins'])
    fs.watch(folder, { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts') || /(^|\/)(dist|node_modules)\//.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), 50);
    });
}
