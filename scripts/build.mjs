// Compiles what changed: apps, libs and config with `nest build`, the pages with Vite, other workspaces with swc.
// npm start calls it every time, so it must cost nothing when nothing changed and work without a compiler.
import fs from 'node:fs'; // default import: a named one that an old Node lacks fails before the check below runs
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './require-pinned-node.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const STAMP = 'dist/.build.json';
const SETTINGS = [
  '.swcrc',
  'nest-cli.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'node_modules/@swc/core/package.json',
  'node_modules/vite/package.json',
];
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
const SWC = join(root, 'node_modules/@swc/cli/bin/swc.js');
const VITE = join(root, 'node_modules/vite/bin/vite.js');
const PAGES = 'apps/web';
const isWatching = process.argv.includes('--watch');
const excluded = (name) => name === 'node_modules' || name === 'dist';

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined);

/** What is compiled together, with its folder of results. */
function units() {
  const workspaces = [
    'libs/ground/plugin-kit',
    'libs/ground/sdk',
    ...fs.globSync('plugins/*/package.json').map(dirname),
  ];
  return [
    { name: 'archivolt', folder: '.', sources: ['apps/{server,cli}/src/**/*.*', 'libs/**/*.ts', 'config/**/*.ts'] },
    {
      name: PAGES,
      folder: PAGES,
      sources: [
        `${PAGES}/{*.html,package.json,vite.config.ts,lingui.config.js}`,
        `${PAGES}/{src,public}/**/*.*`,
        'libs/{ground/sdk,capabilities/query}/src/**/*.ts',
      ],
    },
    ...workspaces.sort().map((folder) => ({ name: folder, folder, sources: [`${folder}/{src,testing}/**/*.ts`] })),
  ];
}

/** The files of a unit with what tells that they changed. */
function fingerprint({ folder, sources }) {
  const hash = createHash('sha256');
  for (const file of SETTINGS) if (fs.existsSync(file)) hash.update(fs.readFileSync(file));
  for (const file of fs.globSync(sources, { exclude: excluded }).sort()) {
    if (folder === '.' && /^libs\/ground\/(plugin-kit|sdk)\//.test(file)) continue;
    const found = fs.statSync(file, { throwIfNoEntry: false }); // an editor may replace it at this moment
    if (found && !/[.-](spec|d)\.tsx?$/.test(file)) hash.update(`${file}:${found.mtimeMs}:${found.size}\n`);
  }
  return hash.digest('hex');
}

function compile({ folder }) {
  // Removes the results of deleted sources. Not while watching: the running server would see its files vanish.
  if (!isWatching) fs.rmSync(join(folder, 'dist'), { recursive: true, force: true });
  if (folder === '.') return run([NEST, 'build'], root);
  if (folder === PAGES) return run([VITE, 'build', '--logLevel', 'warn'], join(root, folder));
  const sources = ['src', 'testing'].filter((name) => fs.existsSync(join(folder, name)));
  const flags = [
    '--out-dir',
    'dist',
    '--config-file',
    join(root, '.swcrc'),
    '--extensions',
    '.ts',
    '--sync',
    '--quiet',
  ];
  return run([SWC, ...sources, ...flags, '--ignore', '**/*.spec.ts,**/*-spec.ts,**/*.d.ts'], join(root, folder));
}

/** Runs a Node program; its output is shown when it fails. */
function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      console.error(output.trim());
      reject(new Error(`${cwd === root ? 'apps, libs or config' : cwd.slice(root.length + 1)} cannot be compiled`));
    });
  });
}

async function build() {
  const before = readJson(STAMP);
  if (!fs.existsSync(NEST)) {
    if (before) return undefined; // production install: the build came with it
    throw new Error('no build and no compiler here; run `npm ci` and `npm run build`');
  }
  const now = Object.fromEntries(units().map((unit) => [unit.name, fingerprint(unit)]));
  const todo = units().filter(
    ({ name, folder }) => before?.[name] !== now[name] || !fs.existsSync(join(folder, 'dist')),
  );
  if (todo.length === 0) return undefined;
  const done = { ...before };
  for (const { name } of todo) delete done[name];
  const queue = [...todo];
  const failures = [];
  const work = async () => {
    for (let unit = queue.shift(); unit; unit = queue.shift()) {
      const { name } = unit;
      await compile(unit).then(
        () => (done[name] = now[name]),
        (error) => failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync(STAMP, JSON.stringify(done));
  if (failures.length > 0) throw new Error(failures.join('; '));
  return `compiled ${todo.map(({ name }) => name).join(', ')}`;
}

const buildAndReport = () =>
  build().then(
    (line) => line && console.error(`build: ${line}`),
    (error) => {
      console.error(`build: ${error.message}`);
      process.exitCode = 1;
    },
  );
await buildAndReport();
if (isWatching) {
  let timer;
  let last = Promise.resolve();
  for (const folder of ['apps', 'libs', 'config', 'plugins'])
    fs.watch(folder, { recursive: true }, (_, file) => {
      if (!/\.(tsx?|html|css|js|svg|po)$/.test(file ?? '') || /(^|\/)(dist|node_modules)\//.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => (last = last.then(buildAndReport)), 50);
    });
}
