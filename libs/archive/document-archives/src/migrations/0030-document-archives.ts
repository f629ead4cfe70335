import type { Migration } from '#ground/database';

/**
 * Downloads of many documents as one zip, and the documents that each was made for, in lists. The organization is no
 * foreign key: the files of prepared archives must be removed after it, and the rows know them.
 */
export const documentArchives: Migration = {
  name: '0030-document-archives',
  up: `
    create table document_archive (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      organization_id text collate "C" not null,
      created_by text collate "C" not null,
      api_key_id text collate "C" null,
      requested_by jsonb not null,
      file_name text not null,
      status text not null check (status in ('preparing', 'ready', 'selecting')),
      documents_count int not null default 0,
      bytes bigint not null default 0,
      parts_count int not null default 0,
      task_id text collate "C" null,
      storage_key text collate "C" null,
      file_size bigint null,
      file_sha256 text null,
      check ((storage_key is null) = (file_size is null)),
      check ((storage_key is null) = (file_sha256 is null))
    );
    create index document_archive_of_user on document_archive (organization_id, created_by);
    create index document_archive_expiry on document_archive (expires_at);
    create table document_archive_part (
      archive_id text collate "C" not null references document_archive on delete cascade,
      position int not null,
      document_ids text[] not null,
      primary key (archive_id, position)
    );
  `,
  down: `
    update stored_file set state = 'deleting' where storage_key in (select storage_key from document_archive);
    drop table document_archive_part, document_archive;
  `,
};
