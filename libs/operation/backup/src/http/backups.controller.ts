import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CronTime } from 'cron';
import { BackupConfig } from '#config/backup';
import { Access, Errors } from '#ground/http-kit';
import { Clock } from '#ground/kernel';
import { BackupJournal, CREATE_BACKUP, TEST_BACKUP } from '#operation/backup';
import { backupRunView, type BackupsView } from './backups.view.dto.js';
import { RequestBackups } from './request-backups.js';

const RUNS_SHOWN = 50;

@Controller('api/admin/backups')
export class BackupsController {
  constructor(
    private readonly config: BackupConfig,
    private readonly journal: BackupJournal,
    private readonly requests: RequestBackups,
    private readonly clock: Clock,
  ) {}

  /** When backups are made and tested, and how the last 50 went. */
  @Get()
  @Access.admin()
  async list(): Promise<BackupsView> {
    const { folder = null, schedule, testSchedule } = this.config;
    const runs = await this.journal.latest(RUNS_SHOWN);
    return {
      folder,
      schedule,
      nextBackupAt: folder === null ? null : this.#next(schedule),
      testSchedule,
      nextTestAt: folder === null ? null : this.#next(testSchedule),
      runs: runs.map(backupRunView),
    };
  }

  /** Has a worker make a backup now. `GET /api/admin/backups` says how far it is. */
  @Errors('backups.not_configured')
  @Post()
  @HttpCode(204)
  @Access.admin()
  async create(): Promise<void> {
    await this.requests.execute(CREATE_BACKUP);
  }

  /** Has a worker restore the latest backup for a test now, into a database and a folder that it removes afterwards. */
  @Errors('backups.not_configured')
  @Post('test')
  @HttpCode(204)
  @Access.admin()
  async test(): Promise<void> {
    await this.requests.execute(TEST_BACKUP);
  }

  #next(cron: string): string {
    return new CronTime(cron).getNextDateFrom(this.clock.now()).toJSDate().toISOString();
  }
}
