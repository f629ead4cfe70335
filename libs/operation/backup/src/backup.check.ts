import { resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CronTime } from 'cron';
import { BackupConfig } from '#config/backup';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { Clock } from '#ground/kernel';
import { BackupRunRepository, type BackupRun } from './backup-run.repository.js';

const DAY_MS = 86_400_000;

/** Warns when the last good backup is old, or when the last one or its test has failed. Reads no backup. */
@Injectable()
@DiagnosticCheck()
export class BackupCheck implements Check {
  readonly name = 'backup';

  constructor(
    private readonly config: BackupConfig,
    private readonly runs: BackupRunRepository,
    private readonly clock: Clock,
  ) {}

  run(): Promise<CheckResult> {
    return this.probe();
  }

  /** Never a problem: a server with old backups works. */
  async probe(): Promise<CheckResult> {
    if (this.config.folder === undefined)
      return {
        status: 'skipped',
        message: 'the server makes no backups, because BACKUP_FOLDER is not set; docs/guides/backup.md says more',
      };
    const folder = resolve(this.config.folder);
    const [good, last, test] = await Promise.all([
      this.runs.last('create', folder, 'succeeded'),
      this.runs.last('create', folder),
      this.runs.last('test', folder),
    ]);
    if (!good)
      return warning(
        `there is no backup in ${folder} that this archive has made${last ? `; the last one failed: ${reasonOf(last)}` : ''}`,
        last?.remedy ?? 'run `npm run cli -- backup create`, or wait for the time in BACKUP_SCHEDULE.',
      );
    const since = `the last good backup began ${good.startedAt.toISOString()}`;
    if (this.clock.now() >= overdueAt(good.startedAt, this.config))
      return warning(
        `${since}, which is too long ago${last && last.id !== good.id ? `; the last one failed: ${reasonOf(last)}` : ''}`,
        last?.remedy ?? 'look for errors of `create-backup` under Administration, Scheduled tasks.',
      );
    if (last && last.id !== good.id)
      return warning(`the last backup failed: ${reasonOf(last)}; ${since}`, last.remedy ?? TRY_AGAIN);
    if (good.remedy !== null) return warning(`the last backup: ${reasonOf(good)}`, good.remedy);
    if (test?.state === 'failed' || test?.state === 'interrupted')
      return warning(`the last test restore failed: ${reasonOf(test)}`, test.remedy ?? TEST_AGAIN);
    return { status: 'ok', message: `${since}: ${good.filesCount ?? 0} files; ${tested(test)}` };
  }
}

const TRY_AGAIN = 'run `npm run cli -- backup create`.';
const TEST_AGAIN = 'run `npm run cli -- backup test`.';

/** One run that was missed is not yet reason for a warning. */
export function overdueAt(
  lastGood: Date,
  { schedule, warnAfterDays }: Pick<BackupConfig, 'schedule' | 'warnAfterDays'>,
): Date {
  if (warnAfterDays !== undefined) return new Date(lastGood.getTime() + warnAfterDays * DAY_MS);
  const times = new CronTime(schedule);
  return times.getNextDateFrom(times.getNextDateFrom(lastGood).toJSDate()).toJSDate();
}

function tested(test: BackupRun | undefined): string {
  if (!test) return 'no test restore yet';
  if (test.state === 'skipped') return `the last test restore was not possible: ${reasonOf(test)}`;
  return `restored for a test ${test.startedAt.toISOString()}`;
}

function reasonOf({ message }: BackupRun): string {
  return (message ?? '').replace(/\.$/, '');
}

function warning(message: string, remedy: string): CheckResult {
  return { status: 'warning', message, remedy };
}
