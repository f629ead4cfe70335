import { Injectable } from '@nestjs/common';
import { FileStore } from '#capabilities/storage';
import { Clock } from '#ground/kernel';
import { BackedUpArchive } from './backed-up-archive.js';
import { BackupFolder } from './backup-folder.js';
import { BackupJournal, type RunFacts } from './backup-journal.js';
import { copyArchive, type CreatedBackup, type Progress } from './create-backup.js';
import { BackupError } from './manifest.js';
import { pruneBackups, type PruneReport, type Retention } from './prune-backups.js';

export interface MadeBackup extends CreatedBackup, RunFacts {
  /** Undefined where nothing was to be removed. */
  pruned?: PruneReport;
}

export interface MakingOptions {
  /** Without it, no backup is removed. */
  retention?: Retention;
  /** How long another backup or test restore is waited for. */
  waitMs?: number;
  /** No user looks: a folder without the backups that were made there is refused, because its disk may not be mounted. */
  isUnattended?: boolean;
}

/** Makes a backup, removes old ones where `retention` says which are kept, and remembers both. */
@Injectable()
export class MakeBackup {
  constructor(
    private readonly archive: BackedUpArchive,
    private readonly files: FileStore,
    private readonly journal: BackupJournal,
    private readonly clock: Clock,
  ) {}

  execute(
    path: string,
    progress: Progress,
    { retention, waitMs, isUnattended = false }: MakingOptions = {},
  ): Promise<MadeBackup> {
    const { archive: installation, files, clock } = this;
    const folder = new BackupFolder(path, installation.authSecret);
    const kept = { kind: 'create' as const, folder: path, ...(waitMs !== undefined && { waitMs }) };
    return this.journal.record(kept, progress, async (within) => {
      if (isUnattended) await this.#requireMounted(folder);
      const made = await copyArchive(folder, { installation, files, clock }, within);
      const { missing } = made.manifest.files;
      const lost = {
        message: `${missing} files are not in it, because the archive has lost them`,
        remedy: 'run `npm run cli -- storage verify --hashes`, which names them.',
      };
      const isLost = missing > 0 && { complaint: lost };
      if (!retention) return { ...made, ...isLost };
      try {
        const pruned = await pruneBackups(folder, retention, { isDryRun: false, signal: within.signal });
        return { ...made, pruned, ...isLost };
      } catch (error) {
        within.signal.throwIfAborted();
        const [why = '', remedy = 'run `npm run cli -- backup prune`.'] = (error as Error).message.split('\nRemedy: ');
        return { ...made, complaint: { message: `old backups were not removed: ${why}`, remedy } };
      }
    });
  }

  async #requireMounted(folder: BackupFolder): Promise<void> {
    if (!(await this.journal.hasMadeIn(folder.path)) || (await folder.list()).length > 0) return;
    throw new BackupError(
      `${folder.path} has none of the backups that were made there, and none was added.\n` +
        'Remedy: mount the disk of the backups. If they were removed on purpose, run `npm run cli -- backup create` once.',
    );
  }
}
