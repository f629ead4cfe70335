import { resolve } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { BackupConfig } from '#config/backup';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { BackupError, CREATE_BACKUP, MakeBackup } from '#operation/backup';

/** A test restore has the lease of backups, too. */
const WAITS_FOR_OTHERS_MS = 3_600_000;

@Injectable()
@ScheduledTask(CREATE_BACKUP)
export class CreateBackupSchedule implements RunsOnSchedule {
  readonly #logger = new Logger('Backup');
  readonly cron: string;
  readonly description = 'makes a backup in BACKUP_FOLDER, and removes old ones';

  constructor(
    private readonly config: BackupConfig,
    private readonly make: MakeBackup,
  ) {
    this.cron = config.schedule;
  }

  async run(signal: AbortSignal): Promise<string | undefined> {
    const { folder, keepDaily: daily, keepWeekly: weekly, keepMonthly: monthly } = this.config;
    if (folder === undefined) return undefined;
    const retention = { daily, weekly, monthly };
    const options = { retention, waitMs: WAITS_FOR_OTHERS_MS, isUnattended: true };
    try {
      const made = await this.make.execute(resolve(folder), { signal, report: () => undefined }, options);
      const { manifest, copied, pruned, complaint } = made;
      if (complaint) this.#logger.warn(`The backup ${manifest.id}: ${complaint.message}.\nRemedy: ${complaint.remedy}`);
      return `The backup ${manifest.id} has ${manifest.files.count} files, ${copied.files} of them new; ${pruned?.removed.length ?? 0} old backups were removed.`;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      // Trying again soon would fail in the same way.
      this.#logger.error(`No backup was made: ${error.message}`);
      return `Failed: ${error.message}`;
    }
  }
}
