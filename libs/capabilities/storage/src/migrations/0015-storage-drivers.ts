import type { Migration } from '#ground/database';

/**
 * Which storage plugin has each file, and the copies that a move between plugins makes and leaves. The default is for
 * processes of an earlier version, which run until an update is complete and know the local storage only.
 */
export const storageDrivers: Migration = {
  name: '0015-storage-drivers',
  up: `
    alter table stored_file add column driver text collate "C" not null default 'storage-local';
    create table stored_copy (
      id bigint generated always as identity primary key,
      storage_key text collate "C" not null,
      driver text collate "C" not null,
      state text not null check (state in ('copying', 'removing')),
      created_at timestamptz(3) not null default now(),
      unique (storage_key, driver)
    );
  `,
  down: `
    drop table stored_copy;
    alter table stored_file drop column driver;
  `,
};
