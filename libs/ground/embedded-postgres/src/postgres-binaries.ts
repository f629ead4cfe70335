import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  readonly major: number;
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL that comes with Archivolt (${name}) is not installed; run npm install --include=optional, or set DATABASE_URL to use another server.`,
      { cause },
    );
  }
  restoreLinks(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const file = (program: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  return { initdb: file('initdb'), pgCtl: file('pg_ctl'), postgres: file('postgres'), major: Number.parseInt(version) };
}

/** npm packages cannot carry symbolic links; the package makes them when installed, unless install scripts are off. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (cause) {
      if (existsSync(join(root, target))) continue; // another process has created it
      throw new EmbeddedPostgresError(
        `The PostgreSQL that comes with Archivolt is not complete; run npm install with install scripts allowed, or make ${root} writable once.`,
        { cause },
      );
    }
  }
}
