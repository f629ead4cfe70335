import type { Migration } from '#ground/database';

/**
 * The files that a document has had. A document without rows has only the file with which it was added. Usage counts the
 * files of all versions.
 */
export const documentVersions: Migration = {
  name: '0076-document-versions',
  up: `
    alter table document add column other_versions_size bigint not null default 0;
    drop index document_sizes;
    create index document_sizes on document (organization_id) include (deleted_at, original_size, other_versions_size);

    create table document_version (
      document_id text collate "C" not null references document on delete cascade,
      number integer not null check (number >= 1),
      storage_key text collate "C" not null references stored_file (storage_key),
      size bigint not null,
      sha256 text not null,
      mime_type text not null,
      created_at timestamptz(3) not null default now(),
      created_by text collate "C" null references "user" on delete set null,
      change text collate "C" not null check (change in ('upload', 'pages', 'restore')),
      restored_number integer null,
      primary key (document_id, number)
    );
    create index document_version_file on document_version (storage_key);
    create index document_version_by_user on document_version (created_by) where created_by is not null;
  `,
  down: `
    drop table document_version;
    drop index document_sizes;
    alter table document drop column other_versions_size;
    create index document_sizes on document (organization_id) include (deleted_at, original_size);
  `,
};
