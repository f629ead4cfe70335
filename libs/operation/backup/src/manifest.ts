import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A manifest names tables and migrations, not files. */
const MOST_BYTES = 16 * 1024 ** 2;
const FORMAT = 1;
export const MANIFEST = 'manifest.json';

/** A file of the backup itself, as it is on the disk. */
export interface WrittenFile {
  bytes: number;
  sha256: string;
}

export interface TableInBackup extends WrittenFile {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
}

export interface SequenceInBackup {
  schema: string;
  name: string;
  /** The last value that was given out, as PostgreSQL prints it. */
  value: string;
}

/** What a backup consists of. It is written last, so that a backup which was cut off has none. */
export interface Manifest {
  format: typeof FORMAT;
  /** The name of its folder. */
  id: string;
  /** ISO 8601, in UTC. */
  createdAt: string;
  /** The version of Archivolt that made it. */
  version: string;
  /** Names of the applied migrations by owner: `core`, or the id of a plugin. */
  migrations: Record<string, string[]>;
  tables: TableInBackup[];
  sequences: SequenceInBackup[];
  /** The files of the archive; `missing` were lost or damaged in the archive and are not in the backup. */
  files: { count: number; bytes: number; missing: number; list: WrittenFile };
}

export class BackupError extends Error {
  override readonly name = 'Error';
}

/** A test restore cannot be done here, which says nothing about the backup. */
export class TestNotPossible extends BackupError {}

/** The text of the manifest, with a seal that only this secret of the archive makes. */
export function sealed(manifest: Manifest, secret: string): string {
  return `${JSON.stringify({ ...manifest, seal: sealOf(manifest, secret) }, null, 2)}\n`;
}

/** Throws `BackupError` when the manifest is missing, cut, changed, or of another archive or a later version. */
export async function readManifest(folder: string, secret: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    if ((await stat(path)).size > MOST_BYTES) throw new BackupError(`${path} is too large for a manifest`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${path} is missing`);
  }
  const { seal, ...manifest } = parsed(path, text);
  const format: number = manifest.format;
  if (format !== FORMAT)
    throw new BackupError(`${path} has the format ${String(format)}, which this version does not know`);
  const [expected, found] = [Buffer.from(sealOf(manifest, secret)), Buffer.from(String(seal))];
  if (expected.length === found.length && timingSafeEqual(expected, found)) return manifest;
  throw new BackupError(
    `${path} was changed, or is of an archive with another secret.\n` +
      'Remedy: use the secret of the archive that was backed up: AUTH_SECRET, or the file secrets/auth-secret of its DATA_DIR.',
  );
}

function parsed(path: string, text: string): Manifest & { seal?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Manifest;
  } catch {
    // reported below
  }
  throw new BackupError(`${path} is cut off or damaged`);
}

function sealOf(manifest: Manifest, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'archivolt backup manifest', 32));
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex');
}
