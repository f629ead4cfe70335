import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import {
  BACKUP_LEASE,
  type FileStore,
  StoredFileDamaged,
  StoredFileMissing,
  type KnownFile,
} from '#capabilities/storage';
import { type Leases, withClient, type Lease } from '#ground/database';
import type { Clock } from '#ground/kernel';
import { PRODUCT_VERSION } from '#ground/settings';
import type { BackupSource } from './backed-up-archive.js';
import { writeCompressed, type BackupFolder } from './backup-folder.js';
import { FILE_LIST, lineOf, type FileInBackup } from './file-list.js';
import { inParallel } from './in-parallel.js';
import { BackupError, sealed, type Manifest, type TableInBackup } from './manifest.js';
import { Snapshot } from './snapshot.repository.js';

/** Files that are copied at a time: most of the time of a small file is spent waiting. */
const COPIES_AT_A_TIME = 4;
const FILES_PER_REPORT = 1_000;
/** A backup that was killed still has its lease for some seconds. */
const BEGINS_WITHIN_MS = 15_000;
const WANTED = 'wanted.tsv';

export interface BackupServices {
  installation: BackupSource;
  files: FileStore;
  leases: Leases;
  clock: Clock;
}

export interface Progress {
  signal: AbortSignal;
  report: (line: string) => void;
}

export interface CreatedBackup {
  manifest: Manifest;
  /** Files that earlier backups did not have. */
  copied: { files: number; bytes: number };
}

interface WantedFile extends KnownFile {
  storageKey: string;
}

/**
 * Makes a backup of database and files while the archive is in use. The lease comes before the snapshot: a file that the
 * snapshot names is not removed as long as this process has the lease. What is copied is compared with its hash, so a
 * lost lease makes the backup fail and never incomplete.
 */
export function createBackup(
  folder: BackupFolder,
  services: BackupServices,
  { signal, report }: Progress,
): Promise<CreatedBackup> {
  return underLease(services, signal, (within) => copyArchive(folder, services, { signal: within, report }));
}

/** {@link createBackup} for a caller that has the lease. */
export async function copyArchive(
  folder: BackupFolder,
  { installation, files: store, clock }: Omit<BackupServices, 'leases'>,
  within: Progress,
): Promise<CreatedBackup> {
  refuseInside(folder.path, installation.dataDir);
  await folder.removeUnfinished();
  const createdAt = clock.now().toISOString();
  const id = createdAt.replaceAll(/[:.]/g, '-');
  const target = await folder.begin(id);
  try {
    return await fill(folder, target, { id, createdAt }, { installation, files: store }, within);
  } catch (error) {
    await rm(target, { recursive: true, force: true }).catch(() => undefined); // the disk may be full
    throw error;
  }
}

async function fill(
  folder: BackupFolder,
  target: string,
  { id, createdAt }: Pick<Manifest, 'createdAt' | 'id'>,
  { installation, files: store }: Pick<BackupServices, 'files' | 'installation'>,
  within: Progress,
): Promise<CreatedBackup> {
  const database = await copyDatabase(target, installation, within);
  const { files, copied } = await copyFiles(folder, target, store, within);
  await rm(join(target, WANTED));
  within.signal.throwIfAborted();
  const manifest: Manifest = { format: 1, id, createdAt, version: PRODUCT_VERSION, ...database, files };
  await folder.finish(id, sealed(manifest, installation.authSecret));
  return { manifest, copied };
}

/** Only one process may make, test or remove backups, or make an export. The work ends when the lease is lost. */
export async function underLease<Result>(
  services: Pick<BackupServices, 'clock' | 'leases'>,
  signal: AbortSignal,
  work: (within: AbortSignal) => Promise<Result>,
  waitMs = BEGINS_WITHIN_MS,
): Promise<Result> {
  const lease = await holdLease(services, signal, waitMs);
  try {
    return await work(AbortSignal.any([signal, lease.lost]));
  } finally {
    await lease.release();
  }
}

async function holdLease(
  { leases, clock }: Pick<BackupServices, 'clock' | 'leases'>,
  signal: AbortSignal,
  waitMs: number,
): Promise<Lease> {
  const late = new AbortController();
  const timer = clock.after(waitMs, () => late.abort());
  try {
    return await leases.hold(BACKUP_LEASE, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error;
    throw new BackupError(
      'another backup or export is being made, or backups are being tested or removed.\nRemedy: wait for its end, then run this again.',
    );
  } finally {
    timer.cancel();
  }
}

/** What is in there would be lost together with the archive. */
export function refuseInside(folder: string, dataDir: string): void {
  const path = relative(dataDir, folder);
  if (path.startsWith('..') || isAbsolute(path)) return;
  throw new BackupError(
    `the folder ${folder} is inside DATA_DIR, and would be lost with it.\nRemedy: name a folder elsewhere, best on another disk.`,
  );
}

function copyDatabase(
  target: string,
  { directDatabaseUrl }: BackupSource,
  { signal, report }: Progress,
): Promise<Pick<Manifest, 'migrations' | 'sequences' | 'tables'>> {
  return withClient(directDatabaseUrl, async (client) => {
    const snapshot = await Snapshot.take(client);
    await pipeline(snapshot.files(), createWriteStream(join(target, WANTED), { mode: 0o600 }), { signal });
    const tables: TableInBackup[] = [];
    for (const table of await snapshot.tables()) {
      signal.throwIfAborted();
      const rows = snapshot.rows(table);
      const written = await writeCompressed(join(target, fileOfTable(table)), rows.bytes, signal);
      tables.push({ ...table, rows: rows.count(), ...written });
    }
    const [migrations, sequences] = [await snapshot.migrations(), await snapshot.sequences()];
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Database: ${tables.length} tables with ${rows} rows`);
    return { migrations, sequences, tables };
  });
}

export function fileOfTable({ schema, name }: Pick<TableInBackup, 'name' | 'schema'>): string {
  return join('tables', `${schema}.${name}.copy.zst`);
}

async function copyFiles(
  folder: BackupFolder,
  target: string,
  store: FileStore,
  { signal, report }: Progress,
): Promise<Pick<Manifest, 'files'> & Pick<CreatedBackup, 'copied'>> {
  const total = { count: 0, bytes: 0, missing: 0 };
  const copied = { files: 0, bytes: 0 };
  const copy = async (file: WantedFile): Promise<FileInBackup> => {
    const { storageKey, size, sha256 } = file;
    if (size !== null && sha256 !== null && (await folder.has(sha256, size)))
      return { storageKey, bytes: size, sha256 };
    try {
      const source = await store.read(storageKey, { known: file });
      const taken = await folder.take(source as AsyncIterable<Buffer>, signal);
      copied.files += 1;
      copied.bytes += taken.bytes;
      return { storageKey, ...taken };
    } catch (error) {
      if (!StoredFileMissing.matches(error) && !StoredFileDamaged.matches(error)) throw error;
      report(`Not in the backup: ${storageKey}: ${(error as Error).message}`);
      return { storageKey, bytes: size ?? 0, sha256: null };
    }
  };
  const lines = async function* (): AsyncIterable<string> {
    for await (const file of inParallel(wantedFiles(join(target, WANTED)), COPIES_AT_A_TIME, copy)) {
      total.count += 1;
      if (file.sha256 === null) total.missing += 1;
      else total.bytes += file.bytes;
      if (total.count % FILES_PER_REPORT === 0) report(`Files: ${total.count}, of which ${copied.files} were new`);
      yield lineOf(file);
    }
  };
  const list = await writeCompressed(join(target, FILE_LIST), lines(), signal);
  return { files: { ...total, list }, copied };
}

async function* wantedFiles(path: string): AsyncIterable<WantedFile> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [storageKey = '', driver = '', size = NULL, sha256 = NULL] = line.split('\t');
    yield {
      storageKey,
      driver,
      size: size === NULL ? null : Number(size),
      sha256: sha256 === NULL ? null : sha256,
      isDamaged: false,
    };
  }
}

/** As PostgreSQL copies it. */
const NULL = String.raw`\N`;
