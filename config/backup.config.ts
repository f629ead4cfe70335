import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { IsCron } from './schedule.config.js';

/** Backups that the server makes by itself, and how they are tested. */
export class BackupConfig {
  /**
   * Folder of the backups, best on another disk; not inside DATA_DIR. Unset, the server makes none. Each worker process
   * needs the same folder.
   */
  @Env('BACKUP_FOLDER') @IsOptional() @IsString() folder?: string;

  /** Cron schedule (server time zone) for making a backup and then removing old ones. */
  @Env('BACKUP_SCHEDULE') @IsCron() schedule: string = '15 2 * * *';

  /** Of how many days the latest backup is kept. */
  @Env('BACKUP_KEEP_DAILY') @IsInt() @Min(0) @Max(36_500) keepDaily: number = 7;

  /** Of how many weeks the latest backup is kept. */
  @Env('BACKUP_KEEP_WEEKLY') @IsInt() @Min(0) @Max(5_000) keepWeekly: number = 4;

  /** Of how many months the latest backup is kept. */
  @Env('BACKUP_KEEP_MONTHLY') @IsInt() @Min(0) @Max(1_200) keepMonthly: number = 12;

  /**
   * Days after which `npm run doctor` and the overview of administrators warn that the last good backup is old. Default:
   * when the schedule has passed twice since then.
   */
  @Env('BACKUP_WARN_AFTER_DAYS') @IsOptional() @IsInt() @Min(1) @Max(3_650) warnAfterDays?: number;

  /**
   * Cron schedule (server time zone) for restoring the latest backup into a database and a folder that are removed
   * afterwards.
   */
  @Env('BACKUP_TEST_SCHEDULE') @IsCron() testSchedule: string = '15 4 * * 0';

  /**
   * URL of a PostgreSQL server whose user may create databases, for the database of the test restore. Default: the server
   * of the archive. No other database of it is touched.
   */
  @Env('BACKUP_TEST_DATABASE_URL', { secret: true })
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
  testDatabaseUrl?: string;

  /** Folder that a test restore makes its own folder in; it needs room for all files. Default: DATA_DIR. */
  @Env('BACKUP_TEST_FOLDER') @IsOptional() @IsString() testFolder?: string;
}
