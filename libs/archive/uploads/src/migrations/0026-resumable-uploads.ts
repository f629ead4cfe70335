import type { Migration } from '#ground/database';

/**
 * Uploads that arrive in parts. The organization is no foreign key: the files of the parts must be removed after it, and
 * the rows know them.
 */
export const resumableUploads: Migration = {
  name: '0026-resumable-uploads',
  up: `
    create table resumable_upload (
      id text collate "C" primary key,
      organization_id text collate "C" not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      size bigint not null check (size > 0),
      received bigint not null default 0 check (received between 0 and size),
      file_name text not null,
      details jsonb not null,
      document_id text collate "C" null,
      is_restored boolean not null default false,
      check (document_id is null or received = size)
    );
    create index resumable_upload_unfinished on resumable_upload (organization_id) where document_id is null;
    create index resumable_upload_expiry on resumable_upload (expires_at);
    create table resumable_upload_part (
      upload_id text collate "C" not null references resumable_upload on delete cascade,
      position bigint not null,
      storage_key text collate "C" not null,
      primary key (upload_id, position)
    );
  `,
  down: `
    update stored_file set state = 'deleting' where storage_key in (select storage_key from resumable_upload_part);
    drop table resumable_upload_part;
    drop table resumable_upload;
  `,
};
