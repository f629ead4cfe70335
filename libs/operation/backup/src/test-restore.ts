import { createHmac } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BackupConfig } from '#config/backup';
import { FileStore } from '#capabilities/storage';
import { BackedUpArchive } from './backed-up-archive.js';
import { BackupFolder } from './backup-folder.js';
import { BackupJournal, type RunFacts } from './backup-journal.js';
import type { Progress } from './create-backup.js';
import { BackupError, TestNotPossible, type Manifest } from './manifest.js';
import { restoreBackup } from './restore-backup.js';
import { createScratchDatabase, dropScratchDatabase } from './scratch-database.repository.js';

/** Files that are read as the product reads them; all of them were compared with their hashes before. */
const FILES_TO_READ = 10;

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
    return this.journal.record(run, progress, async (within) => this.#test(folder, await folder.find(id), within));
  }

  async #test(folder: BackupFolder, id: string, progress: Progress): Promise<TestedBackup> {
    const serverUrl = this.config.testDatabaseUrl ?? this.archive.directDatabaseUrl;
    const name = this.#scratchName();
    const parent = resolve(this.config.testFolder ?? this.archive.dataDir);
    const dataDir = join(parent, name);
    await using left = new AsyncDisposableStack();
    await rm(dataDir, { recursive: true, force: true });
    await requireSpace(await folder.read(id), parent);
    left.defer(() => rm(dataDir, { recursive: true, force: true }));
    const databaseUrl = await createScratchDatabase(serverUrl, name);
    left.defer(() => dropScratchDatabase(serverUrl, name));
    const trial = await this.archive.openElsewhere({ dataDir, databaseUrl });
    left.defer(() => trial.close());
    const manifest = await restoreBackup(folder, id, trial, progress);
    const app = await trial.openFiles();
    left.defer(() => app.close());
    const filesRead = await app.get(FileStore, { strict: false }).readSample(FILES_TO_READ, progress.signal);
    if (filesRead === 0 && manifest.files.count > manifest.files.missing)
      throw new BackupError(`the backup ${id} was restored, and none of its ${manifest.files.count} files is in it`);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    progress.report(`Restored: ${manifest.tables.length} tables with ${rows} rows, ${manifest.files.count} files`);
    return { manifest, rows, filesRead };
  }

  /** Another one for each archive, because several may use one server. */
  #scratchName(): string {
    const { authSecret, directDatabaseUrl, dataDir } = this.archive;
    const archive = `${new URL(directDatabaseUrl).pathname} ${dataDir}`;
    const key = createHmac('sha256', authSecret).update(`restore test of ${archive}`).digest('hex');
    return `archivolt_restore_test_${key.slice(0, 12)}`;
  }
}

async function requireSpace({ files, tables }: Manifest, folder: string): Promise<void> {
  const needed = files.bytes + tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    throw new TestNotPossible(
      `the folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'error'}).\n` +
        'Remedy: correct BACKUP_TEST_FOLDER.',
    );
  });
  if (bavail * bsize >= needed) return;
  const [needs, has] = [needed, bavail * bsize].map((bytes) => `${Math.ceil(bytes / 1_000_000)} MB`);
  throw new TestNotPossible(
    `a test restore needs ${needs ?? ''} in ${folder}, which has ${has ?? ''} left.\n` +
      'Remedy: name a folder on a larger disk in BACKUP_TEST_FOLDER.',
  );
}
