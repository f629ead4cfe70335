import type { Migration } from '#ground/database';

/**
 * Files that are not what was stored, and how far all files were checked. The size and the hash of a file that belongs
 * to a document are in the document; files of earlier versions that belong to none have neither.
 */
export const damagedFiles: Migration = {
  name: '0050-damaged-files',
  up: `
    alter table stored_file add column size bigint null, add column sha256 text null;
    create table damaged_file (
      storage_key text collate "C" primary key references stored_file (storage_key) on delete cascade,
      problem text not null check (problem in ('missing', 'size', 'hash', 'unreadable')),
      found_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now()
    );
    create table file_scrub (
      id boolean primary key default true check (id),
      after_key text collate "C" not null default '',
      files bigint not null default 0,
      bytes bigint not null default 0,
      started_at timestamptz(3) null,
      finished_at timestamptz(3) null,
      run text null,
      run_until timestamptz(3) null
    );
    insert into file_scrub default values;
  `,
  down: `
    drop table file_scrub;
    drop table damaged_file;
    alter table stored_file drop column size, drop column sha256;
  `,
};
