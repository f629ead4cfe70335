import type { Migration } from '../migration.js';

/** Work that only one process of the installation may do at a time. */
export const leases: Migration = {
  name: '0054-leases',
  up: `
    create table lease (
      name text collate "C" primary key,
      holder text null,
      number bigint not null,
      expires_at timestamptz null
    );
  `,
  down: `
    drop table lease;
  `,
};
