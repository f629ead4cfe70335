import type { Migration } from '#ground/database';

/** The servers and workers of the archive, each with the time of its last heartbeat. */
export const processes: Migration = {
  name: '0053-processes',
  up: `
    create table server_process (
      id text collate "C" primary key,
      mode text not null,
      host text not null,
      pid integer not null,
      version text not null,
      started_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now()
    );
  `,
  down: 'drop table server_process;',
};
