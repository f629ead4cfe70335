import type { Migration } from '#ground/database';

/** Passwords for files that need one: of a document, and those that an organization has tried. Both are encrypted. */
export const documentPasswords: Migration = {
  name: '0061-document-passwords',
  up: `
    create table document_password (
      document_id text collate "C" primary key references document on delete cascade,
      organization_id text collate "C" not null references organization on delete cascade,
      sealed bytea not null,
      is_kept boolean not null,
      created_at timestamptz(3) not null default now()
    );
    create index document_password_organization on document_password (organization_id);

    create table organization_password (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organization on delete cascade,
      name text not null check (char_length(name) between 1 and 64),
      sealed bytea not null,
      created_at timestamptz(3) not null default now()
    );
    create index organization_password_organization on organization_password (organization_id, created_at);
  `,
  down: `
    drop table organization_password;
    drop table document_password;
  `,
};
