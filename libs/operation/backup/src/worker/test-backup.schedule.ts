import { resolve } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { BackupConfig } from '#config/backup';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { BackupError, TEST_BACKUP, TestRestore } from '#operation/backup';

/** A backup that is being made has the lease, too. */
const WAITS_FOR_OTHERS_MS = 3_600_000;

@Injectable()
@ScheduledTask(TEST_BACKUP)
export class TestBackupSchedule implements RunsOnSchedule {
  readonly #logger = new Logger('Backup');
  readonly cron: string;
  readonly description = 'restores the latest backup for a test, and removes what it restored';

  constructor(
    private readonly config: BackupConfig,
    private readonly test: TestRestore,
  ) {
    this.cron = config.testSchedule;
  }

  async run(signal: AbortSignal): Promise<string | undefined> {
    if (this.config.folder === undefined) return undefined;
    const progress = { signal, report: () => undefined };
    try {
      const { manifest, rows, filesRead } = await this.test.execute(resolve(this.config.folder), progress, {
        waitMs: WAITS_FOR_OTHERS_MS,
      });
      return `The backup ${manifest.id} was restored: ${rows} rows, ${manifest.files.count} files, ${filesRead} of them read by the product.`;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      // Restoring all of it again would fail in the same way.
      this.#logger.error(`The test restore failed: ${error.message}`);
      return `Failed: ${error.message}`;
    }
  }
}
