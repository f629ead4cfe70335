import { Injectable } from '@nestjs/common';
import { BackupConfig } from '#config/backup';
import { AuditLog } from '#ground/audit';
import { UnitOfWork } from '#ground/database';
import { JobQueue, RunScheduledTask } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { CREATE_BACKUP, TEST_BACKUP } from '#operation/backup';
import { BackupRequested, BackupTestRequested } from '../backup.audit.js';
import { BackupsNotConfigured } from '../backup.errors.js';

const ACTIONS = { [CREATE_BACKUP]: BackupRequested, [TEST_BACKUP]: BackupTestRequested };

/** Has a worker do at once what it does by its schedule. */
@Injectable()
export class RequestBackups {
  constructor(
    private readonly config: BackupConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Requests that come within ten seconds are one. */
  async execute(task: keyof typeof ACTIONS): Promise<void> {
    if (this.config.folder === undefined) throw BackupsNotConfigured();
    const moment = this.clock.now().toISOString().slice(0, 18);
    await this.unitOfWork.run(async (tx) => {
      await this.jobs.enqueue(tx, RunScheduledTask, { task }, { singletonKey: `${task} request ${moment}` });
      await this.audit.record(tx, { action: ACTIONS[task] });
    });
  }
}
