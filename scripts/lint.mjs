// ESLint in one process, so that the types of the tree are found once. A file without a finding is skipped until it, or
// something that it imports, changes: ESLint's own cache does not know that a finding can depend on types of other files.
// npm run lint -- --fix [files]
import fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ESLint } from 'eslint';
import { hashesOfClosures } from './import-closure.mjs';

process.env.TSESTREE_SINGLE_RUN = 'true'; // typescript-eslint knows only ESLint's own command as one that does not watch
const cwd = join(import.meta.dirname, '..');
const cacheFile = join(cwd, 'node_modules/.cache/lint.json');
const isSource = (name) => /\.(tsx?|js|cjs|mjs)$/.test(name);
const exclude = (name) => /(^|[\\/])(node_modules|dist|\.git|data)$/.test(name);
const all = (pattern) => fs.globSync(pattern, { cwd, exclude }).map((file) => file.replaceAll(sep, '/'));

const fix = process.argv.includes('--fix');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const eslint = new ESLint({ cwd, fix });

const files = [];
for (const file of all('{*,.*,{apps,libs,config,plugins,test,scripts}/**/*}'))
  if (isSource(file) && !(await eslint.isPathIgnored(file))) files.push(file);
const settings = [
  ...['package-lock.json', 'node_modules/.package-lock.json', 'eslint.config.js', 'docs/reference/openapi.json'],
  ...['scripts/lint.mjs', 'scripts/import-closure.mjs'],
  ...all('{.,{apps,libs,plugins}/**}/{package,tsconfig}.json').sort(),
];
// Generated sources that ESLint ignores have types too.
const hashes = hashesOfClosures(cwd, [...new Set([...files, ...all('libs/sdk/src/*.ts')])].sort(), settings);

const clean = fs.existsSync(cacheFile) ? JSON.parse(fs.readFileSync(cacheFile, 'utf8')) : {};
const wanted = named.length > 0 ? named : files.filter((file) => clean[file] !== hashes.get(file));
const results = wanted.length > 0 ? await eslint.lintFiles(wanted) : [];
if (fix) await ESLint.outputFixes(results);

for (const { filePath, messages, output } of results) {
  const file = relative(cwd, filePath).replaceAll(sep, '/');
  delete clean[file];
  if (messages.length === 0 && output === undefined) clean[file] = hashes.get(file);
}
const kept = Object.fromEntries(Object.entries(clean).filter(([file]) => hashes.has(file)));
fs.mkdirSync(dirname(cacheFile), { recursive: true });
fs.writeFileSync(`${cacheFile}.new`, JSON.stringify(kept));
fs.renameSync(`${cacheFile}.new`, cacheFile);

const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
if (results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
