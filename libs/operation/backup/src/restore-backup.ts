import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StorageDriver } from '@archivolt/plugin-kit';
import type pg from 'pg';
import { MARKER_KEY, placeRestoredFiles, readMarker, writeMarker } from '#capabilities/storage';
import { withClient } from '#ground/database';
import { Clock } from '#ground/kernel';
import { PluginHost } from '#ground/plugin-host';
import type { RestoreTarget } from './backed-up-archive.js';
import { readCompressed, type BackupFolder } from './backup-folder.js';
import { fileOfTable, type Progress } from './create-backup.js';
import { FILE_LIST, filesIn, type FileInBackup } from './file-list.js';
import { BackupError, type Manifest } from './manifest.js';
import { openPlugins } from './open-plugins.js';
import { RestoredDatabase } from './restored-database.repository.js';
import { sqlOn } from './snapshot.repository.js';
import { verifyBackup } from './verify-backup.js';

const FILES_PER_REPORT = 1_000;
const FAULTS_SHOWN = 3;
const LOOKS_FOR_SERVERS = 5;
const LOOK_EVERY_MS = 500;

/**
 * Restores a backup into an empty database and an empty storage. The files come first, then the rows in one transaction:
 * an interrupted restore leaves a database without content, and the next one of the same backup continues. A server does
 * not start in between, because the marker of the storage is not the one of its database.
 */
export async function restoreBackup(
  folder: BackupFolder,
  id: string,
  target: RestoreTarget,
  progress: Progress,
): Promise<Manifest> {
  await withClient(target.directDatabaseUrl, requireNoServer); // before a long look at the backup, and after it
  const manifest = await soundBackup(folder, id, progress);
  await requireEmptyDatabase(target, manifest);
  const plugins = await openPlugins(target);
  try {
    const host = plugins.get(PluginHost, { strict: false });
    const chosen = host.chosen('storage');
    const storage = await host.open('storage', chosen);
    await claimStorage(storage, chosen.plugin.id, id);
    await target.migrateTo(manifest.migrations);
    await restoreFiles(folder, manifest, storage, progress);
    progress.signal.throwIfAborted();
    const placed = { driver: chosen.plugin.id, marker: randomUUID() };
    await restoreRows(folder, manifest, target, placed);
    // No other database may be restored next to these files from here on.
    await storage.delete(MARKER_KEY);
    await writeMarker(storage, placed.marker);
  } finally {
    await plugins.close();
  }
  await target.migrate();
  return manifest;
}

async function soundBackup(folder: BackupFolder, id: string, progress: Progress): Promise<Manifest> {
  const faults: string[] = [];
  const manifest = await verifyBackup(folder, id, progress, (fault) => faults.push(fault));
  if (manifest && faults.length === 0) return manifest;
  if (!manifest) throw new BackupError(`nothing was restored: ${faults[0] ?? ''}`);
  throw new BackupError(
    `the backup ${id} is damaged, and nothing was restored: ${faults.slice(0, FAULTS_SHOWN).join('; ')}\n` +
      `Remedy: restore another one; \`backup verify\` names all ${faults.length} fault(s).`,
  );
}

async function requireEmptyDatabase({ directDatabaseUrl }: RestoreTarget, { migrations }: Manifest): Promise<void> {
  await withClient(directDatabaseUrl, async (client) => {
    await requireNoServer(client);
    const database = new RestoredDatabase(client);
    const table = await database.contents();
    if (table !== undefined)
      throw new BackupError(
        `the database is not empty: it has the table "${table}" with content, and nothing was restored.\n` +
          'Remedy: name an empty database in DATABASE_URL, or an empty folder in DATA_DIR for the embedded one.',
      );
    const later = Object.entries(await database.migrations())
      .flatMap(([owner, names]) => names.filter((name) => migrations[owner]?.includes(name) !== true))
      .at(0);
    if (later === undefined) return;
    throw new BackupError(
      `the database has the migration ${later}, which the backup does not have, and nothing was restored.\n` +
        'Remedy: name a database without tables in DATABASE_URL, or an empty folder in DATA_DIR for the embedded one.',
    );
  });
}

/** A server that stops has its last connections for a moment. */
async function requireNoServer(client: pg.Client): Promise<void> {
  const database = new RestoredDatabase(client);
  const clock = new Clock();
  for (let looks = 1; ; looks += 1) {
    const { sessions, first } = await database.sessionsOfServers();
    if (sessions === 0) return;
    if (looks === LOOKS_FOR_SERVERS)
      throw new BackupError(
        `a server or worker uses the database (${sessions} connections, the oldest since ${first}), and nothing was restored.\n` +
          'Remedy: stop all servers and workers of this archive, then run this again.',
      );
    await clock.sleep(LOOK_EVERY_MS);
  }
}

/** The marker says from the first file on what the storage is being filled with. */
async function claimStorage(storage: StorageDriver, plugin: string, id: string): Promise<void> {
  const marker = await readMarker(storage);
  if (marker === markerOf(id)) return;
  let found = marker === undefined ? undefined : MARKER_KEY;
  for await (const { key } of storage.list('')) {
    found ??= key;
    break;
  }
  if (found !== undefined)
    throw new BackupError(
      `the storage of ${plugin} is not empty: it has the file ${found}, and nothing was restored.\n` +
        `Remedy: correct the settings of ${plugin}, or name an empty folder.`,
    );
  await writeMarker(storage, markerOf(id));
}

const markerOf = (id: string): string => `restored-${id}`;

async function restoreFiles(
  folder: BackupFolder,
  { id, files }: Manifest,
  storage: StorageDriver,
  { signal, report }: Progress,
): Promise<void> {
  let restored = 0;
  for await (const file of filesIn(join(folder.folderOf(id), FILE_LIST))) {
    signal.throwIfAborted();
    if (file.sha256 === null) continue;
    await restoreFile(folder.fileOf(file.sha256), file, storage, signal);
    if ((restored += 1) % FILES_PER_REPORT === 0) report(`Files: ${restored} of ${files.count} were restored`);
  }
  report(`Files: ${restored} were restored`);
}

async function restoreFile(
  path: string,
  { storageKey, sha256 }: FileInBackup,
  storage: StorageDriver,
  signal: AbortSignal,
): Promise<void> {
  if ((await storage.stat(storageKey)) !== undefined) {
    const left = (await storage.read(storageKey)) ?? Readable.from([]);
    if ((await hashOf(left as AsyncIterable<Buffer>)) === sha256) return; // of an interrupted restore
    throw new BackupError(`the storage has another file under the key ${storageKey}.\nRemedy: empty the storage.`);
  }
  await storage.write(storageKey, createReadStream(path), { signal });
  const written = (await storage.read(storageKey)) ?? Readable.from([]);
  if ((await hashOf(written as AsyncIterable<Buffer>)) !== sha256)
    throw new BackupError(`the storage has other bytes under the key ${storageKey} than were written there`);
}

async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

async function restoreRows(
  folder: BackupFolder,
  manifest: Manifest,
  { directDatabaseUrl }: RestoreTarget,
  placed: { driver: string; marker: string },
): Promise<void> {
  await withClient(directDatabaseUrl, async (client) => {
    await new RestoredDatabase(client).fill(
      manifest,
      (table) => Readable.from(readCompressed(join(folder.folderOf(manifest.id), fileOfTable(table)))),
      () => placeRestoredFiles(sqlOn(client), placed),
    );
  });
}
