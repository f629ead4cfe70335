// For each source file a hash of everything that its types can depend on inside the repository.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, posix } from 'node:path';

const SPECIFIER = /(?:\bfrom\s*|\bimport\b[\s(]*|\brequire\s*\(\s*|\bpath=)(['"`])([^'"`\n]+)\1/g;
const AMBIENT = /\bdeclare\s+(?:global|module)\b/;

/**
 * `files` are paths with slashes below `root`. Declarations that need no import, and `common` files, count for all.
 * The packages of workspaces and the pages are resolved by others than Node, so each is taken as a whole.
 */
export function hashesOfClosures(root, files, common) {
  const content = new Map(files.map((file) => [file, fs.readFileSync(join(root, file), 'utf8')]));
  const own = new Map([...content].map(([file, text]) => [file, sha256(text)]));
  const packages = packagesOf(root, files);
  const groupOf = (file) => packages.find(({ folder, name }) => name && file.startsWith(`${folder}/`));
  const groups = Map.groupBy(files, groupOf);

  const importsOf = new Map();
  for (const [file, text] of content) {
    const imported = new Set();
    for (const [, , specifier] of text.matchAll(SPECIFIER))
      for (const target of targetsOf(specifier, file)) if (content.has(target)) imported.add(target);
    importsOf.set(file, imported);
  }
  for (const [group, members] of groups)
    if (group) for (const file of members) for (const other of members) importsOf.get(file).add(other);

  function targetsOf(specifier, file) {
    if (specifier.startsWith('.')) return candidates(posix.join(posix.dirname(file), specifier));
    const [, kind, name] = /^#(libs|http|worker|feature|config)\/(.+)$/.exec(specifier) ?? [];
    if (kind === 'config') return [`config/${name}.config.ts`];
    if (kind === 'feature') return [`libs/${name}/src/feature.ts`];
    if (kind) return [`libs/${name}/src/${kind === 'libs' ? '' : `${kind}/`}index.ts`];
    const workspace = packages.find(({ name }) => name && (specifier === name || specifier.startsWith(`${name}/`)));
    return workspace ? (groups.get(workspace) ?? []) : [];
  }

  const everywhere = createHash('sha256').update(process.version);
  for (const file of common) everywhere.update(fs.readFileSync(join(root, file)));
  for (const [file, text] of content)
    if (file.endsWith('.d.ts') || AMBIENT.test(text)) everywhere.update(own.get(file));
  const base = everywhere.digest('hex');

  return new Map(
    files.map((file) => {
      const seen = new Set([file]);
      for (const next of seen) for (const other of importsOf.get(next)) seen.add(other);
      const closure = [...seen].sort().map((other) => `${other} ${own.get(other)}\n`);
      return [file, sha256(base + closure.join(''))];
    }),
  );
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function candidates(path) {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [path, ...['.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx', '.mjs'].map((end) => stem + end)];
}

function packagesOf(root, files) {
  const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
  return [...folders].flatMap((folder) => {
    const file = join(root, folder, 'package.json');
    return fs.existsSync(file) ? [{ folder, name: JSON.parse(fs.readFileSync(file, 'utf8')).name }] : [];
  });
}
