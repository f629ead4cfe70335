import type { Migration } from '#ground/database';

/** The scheduled tasks that processes have registered, each with its last run. */
export const scheduledTasks: Migration = {
  name: '0011-scheduled-tasks',
  up: `
    create table scheduled_task (
      name text collate "C" primary key,
      cron text not null,
      description text not null,
      started_at timestamptz(3) null,
      finished_at timestamptz(3) null,
      result text null,
      error text null
    );
  `,
  down: 'drop table scheduled_task;',
};
