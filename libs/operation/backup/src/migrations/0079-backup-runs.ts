import type { Migration } from '#ground/database';

/** The backups that were made, and the test restores, each with its result. Not part of a backup itself. */
export const backupRuns: Migration = {
  name: '0079-backup-runs',
  up: `
    create table backup_run (
      id text collate "C" primary key,
      kind text not null check (kind in ('create', 'test')),
      folder text not null,
      state text not null check (state in ('running', 'succeeded', 'failed', 'interrupted', 'skipped')),
      started_at timestamptz(3) not null default now(),
      finished_at timestamptz(3) null,
      backup_id text null,
      files_count integer null,
      bytes bigint null,
      message text null,
      remedy text null
    );
    create index backup_run_latest on backup_run (kind, started_at desc);
  `,
  down: 'drop table backup_run;',
};
