// npm run page-size: how much a browser loads to show a page for the first time, compressed with gzip, and in how many
// files, against limits for each. Fonts and pictures are left out: nothing waits for them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [folder = join(import.meta.dirname, '../apps/web/dist')] = process.argv.slice(2);

/** In bytes; `loads` are the modules that are loaded for the page besides its entry, by their names in the manifest. */
const PAGES = [
  { name: 'sign-in', limit: 150_000, loads: ['src/features/auth/sign-in-page.tsx'] },
  {
    name: 'list of documents',
    limit: 220_000,
    loads: ['src/features/shell/app-shell.tsx', 'src/features/documents/documents-page.tsx'],
  },
  { name: 'shared document', entry: 'link.html', limit: 110_000, loads: ['src/links/share/share-page.tsx'] },
  { name: 'drop page', entry: 'link.html', limit: 110_000, loads: ['src/links/drop/drop-page.tsx'] },
];
/** A file that each page names and the manifest does not. */
const THEME = 'theme.js';

const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));

function filesOf({ entry = 'index.html', loads }) {
  const files = new Set([entry, THEME]);
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest of the pages. Name the module that the router loads.`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of [entry, ...loads]) visit(name);
  return [...files];
}

const sizes = new Map();
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
  return sizes.get(file);
}

/** More cost a round trip each, on a connection that is slow to answer. */
const MOST_FILES = 24;

const inKilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

for (const { name, limit, ...page } of PAGES) {
  const files = filesOf(page);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const isTooMuch = total > limit || files.length > MOST_FILES;
  const what = `${inKilobytes(total)} of ${inKilobytes(limit)}, ${files.length} files of ${MOST_FILES}`;
  console.log(`${isTooMuch ? 'TOO LARGE' : 'ok'} ${name}: ${what}`);
  if (!isTooMuch) continue;
  process.exitCode = 1;
  for (const file of files.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 8))
    console.log(`  ${inKilobytes(sizeOf(file))} ${file}`);
  console.log(
    '  Load what the first view does not need later: `lazyRouteComponent`, or `import()` in an event handler.',
  );
}
