// Lets Node import the TypeScript sources of this repository, compiled as for a release. Compiled code is kept by its
// content in node_modules/.cache.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;
const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;
const SOURCES = ['.ts', '/index.ts'];
const OUTSIDE = /\/(dist|node_modules)\//;
/** At the end of the address of a test file that has modules of its own, and of these modules. */
const OWN = /\?own=\d+$/;
const require = createRequire(import.meta.url);
const cache = fileURLToPath(new URL('node_modules/.cache/archivolt-test-sources', ROOT));
const options = { ...JSON.parse(readFileSync(new URL('.swcrc', ROOT), 'utf8')), swcrc: false, sourceMaps: 'inline' };
const version = `${require('@swc/core/package.json').version} ${JSON.stringify(options)}`;

/** Also that of plugins which tests make elsewhere. */
const isSource = (url) => url?.startsWith('file:') === true && !OUTSIDE.test(url.replace(ROOT, '/'));

const withOwn = (found, own) =>
  isSource(found.url) && found.url.endsWith('.ts') ? { ...found, url: found.url + own } : found;
let ofThisFile = '';

/** Imports a test file. What packages import of this repository, such as entities, belongs to the same modules. */
export function importTest(url) {
  [ofThisFile = ''] = OWN.exec(url) ?? [];
  return import(url);
}

mkdirSync(cache, { recursive: true });
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    if (!isSource(context.parentURL)) return withOwn(next(specifier, context), ofThisFile);
    const [own = ''] = OWN.exec(context.parentURL) ?? [];
    if (specifier.startsWith('.')) {
      const stem = new URL(specifier.replace(/\.js$/, ''), context.parentURL).href;
      const url = SOURCES.map((end) => stem + end).find((each) => existsSync(new URL(each)));
      if (url !== undefined) return { url: url + own, format: 'module', shortCircuit: true };
    }
    return withOwn(next(specifier, { ...context, conditions: [...context.conditions, 'archivolt-source'] }), own);
  },
  load(url, context, next) {
    if (!isSource(url) || !/\.ts(\?|$)/.test(url)) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const file = join(cache, createHash('sha256').update(`${version}\0${path}\0${source}`).digest('hex'));
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code } = require('@swc/core').transformSync(source, { ...options, filename: path });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
}
