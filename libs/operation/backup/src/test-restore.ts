import { createHmac } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BackupConfig } from '#config/backup';
import { DataConfig } from '#config/data';
import { DocumentsConfig } from '#config/documents';
import { FileStore } from '#capabilities/storage';
import { BackedUpArchive } from './backed-up-archive.js';
import { BackupFolder } from './backup-folder.js';
import { BackupJournal, type RunFacts } from './backup-journal.js';
import type { Progress } from './create-backup.js';
import { FILE_LIST, filesIn } from './file-list.js';
import { BackupError, type Manifest } from './manifest.js';
import { restoreBackup } from './restore-backup.js';
import { createScratchDatabase, dropScratchDatabase, sizeOfDatabase } from './scratch-database.repository.js';
import { requireSpace } from './space-for-test.js';

/** Files that are read as the product reads them; all of them were compared with their hashes before. */
const FILES_TO_READ = 10;
/** What was restored is for the administrator, not for other users of the machine. */
const FOLDER_MODE = 0o700;
/** PostgreSQL writes rows to its log, too, and removes old parts of it. */
const MOST_LOG_BYTES = 1024 ** 3;

export interface TestedBackup extends RunFacts {
  rows: number;
  /** Files that were read through the services of the product. */
  filesRead: number;
}

/**
 * Restores a backup into a database and a folder of its own, reads files there, removes both and remembers the result.
 * What a killed test has left is removed by the next one, because the names are the same each time.
 */
@Injectable()
export class TestRestore {
  constructor(
    private readonly config: BackupConfig,
    private readonly data: DataConfig,
    private readonly documents: DocumentsConfig,
    private readonly archive: BackedUpArchive,
    private readonly journal: BackupJournal,
  ) {}

  execute(
    path: string,
    progress: Progress,
    { id, waitMs }: { id?: string; waitMs?: number } = {},
  ): Promise<TestedBackup> {
    const folder = new BackupFolder(path, this.archive.authSecret);
    const run = { kind: 'test' as const, folder: path, ...(waitMs !== undefined && { waitMs }) };
    return this.journal.record(run, progress, async (within) => {
      try {
        return await this.#test(folder, await folder.find(id), within);
      } catch (error) {
        throw firstOf(error);
      }
    });
  }

  async #test(folder: BackupFolder, id: string, progress: Progress): Promise<TestedBackup> {
    const serverUrl = this.config.testDatabaseUrl ?? this.archive.directDatabaseUrl;
    const name = this.#scratchName();
    const parent = resolve(this.config.testFolder ?? this.archive.dataDir);
    const dataDir = join(parent, name);
    await using left = new AsyncDisposableStack();
    await rm(dataDir, { recursive: true, force: true });
    await this.#requireSpace(await folder.read(id), parent);
    await mkdir(dataDir, { mode: FOLDER_MODE });
    left.defer(() => rm(dataDir, { recursive: true, force: true }));
    const databaseUrl = await createScratchDatabase(serverUrl, name);
    left.defer(() => dropScratchDatabase(serverUrl, name));
    const trial = await this.archive.openElsewhere({ dataDir, databaseUrl });
    left.defer(() => trial.close());
    const manifest = await restoreBackup(folder, id, trial, progress);
    const app = await trial.openFiles();
    left.defer(() => app.close());
    const lost = await lostBefore(folder, manifest);
    const filesRead = await app.get(FileStore, { strict: false }).readSample(FILES_TO_READ, lost, progress.signal);
    if (filesRead === 0 && manifest.files.count > manifest.files.missing)
      throw new BackupError(`the backup ${id} was restored, and none of its ${manifest.files.count} files is in it`);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    progress.report(`Restored: ${manifest.tables.length} tables with ${rows} rows, ${manifest.files.count} files`);
    return { manifest, rows, filesRead };
  }

  /** Where the database is made on a server elsewhere, its disk cannot be looked at. */
  async #requireSpace({ files }: Manifest, folder: string): Promise<void> {
    const needed = [{ folder, bytes: files.bytes }];
    const isEmbedded = this.data.databaseUrl === undefined && this.config.testDatabaseUrl === undefined;
    if (isEmbedded) {
      const size = await sizeOfDatabase(this.archive.directDatabaseUrl);
      needed.push({ folder: this.archive.dataDir, bytes: size + Math.min(size, MOST_LOG_BYTES) });
    }
    await requireSpace(needed, this.documents.reservedBytes);
  }

  /** Another one for each archive, because several may use one server. */
  #scratchName(): string {
    const { authSecret, directDatabaseUrl, dataDir } = this.archive;
    const archive = `${new URL(directDatabaseUrl).pathname} ${dataDir}`;
    const key = createHmac('sha256', authSecret).update(`restore test of ${archive}`).digest('hex');
    return `archivolt_restore_test_${key.slice(0, 12)}`;
  }
}

/** The keys of the files that the archive had lost when the backup was made. */
async function lostBefore(folder: BackupFolder, { id, files }: Manifest): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  if (files.missing === 0) return keys;
  for await (const { storageKey, sha256 } of filesIn(join(folder.folderOf(id), FILE_LIST)))
    if (sha256 === null) keys.add(storageKey);
  return keys;
}

/** Where the test and then its cleaning up have failed, the first failure is the reason. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}
