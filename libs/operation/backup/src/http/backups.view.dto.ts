import type { DateTime, Integer } from '#ground/http-kit';
import type { BackupRun } from '#operation/backup';

/** A backup that was made, or a test restore. */
export class BackupRunView {
  id!: string;
  /** `create` or `test` */
  kind!: 'create' | 'test';
  /** `skipped`: a test restore was not possible here; `interrupted`: its process ended. */
  state!: 'failed' | 'interrupted' | 'running' | 'skipped' | 'succeeded';
  startedAt!: DateTime;
  finishedAt!: DateTime | null;
  /** As `npm run cli -- backup list` shows it; null where there is none. */
  backupId!: string | null;
  /** The files of the archive in the backup. */
  filesCount!: Integer | null;
  bytes!: Integer | null;
  /** How far it is, or what went wrong. */
  message!: string | null;
  remedy!: string | null;
}

export class BackupsView {
  /** Null when the server makes no backups. */
  folder!: string | null;
  /** A cron expression, in the time zone of the server. */
  schedule!: string;
  nextBackupAt!: DateTime | null;
  /** A cron expression, in the time zone of the server. */
  testSchedule!: string;
  nextTestAt!: DateTime | null;
  /** The latest first. */
  runs!: BackupRunView[];
}

export function backupRunView({ folder: _, ...run }: BackupRun): BackupRunView {
  return { ...run, startedAt: run.startedAt.toISOString(), finishedAt: run.finishedAt?.toISOString() ?? null };
}
