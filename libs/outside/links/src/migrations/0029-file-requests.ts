import type { Migration } from '#ground/database';

/**
 * Public links through which people without an account hand in files, and what came in. The token is stored as it is: members copy the
 * link again whenever they want. Tags and documents are no foreign keys: a request outlives its tags, its log of files
 * outlives the documents, and neither may hold up their deletion.
 */
export const fileRequests: Migration = {
  name: '0029-file-requests',
  up: `
    create table file_request (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      title text not null check (char_length(title) between 1 and 120),
      message text null check (char_length(message) <= 2000),
      tag_ids text[] not null default '{}',
      token text collate "C" not null unique check (token ~ '^[A-Za-z0-9]{64}$'),
      password_hash text null,
      expires_at timestamptz(3) null,
      is_enabled boolean not null default true,
      max_files int null check (max_files > 0),
      max_file_bytes bigint null check (max_file_bytes > 0),
      files_count int not null default 0 check (files_count >= 0),
      last_received_at timestamptz(3) null
    ) with (fillfactor = 70);
    create index file_request_organization on file_request (organization_id, id);
    create index file_request_tags on file_request using gin (tag_ids);

    create table file_request_file (
      id text collate "C" primary key,
      file_request_id text collate "C" not null references file_request on delete cascade,
      received_at timestamptz(3) not null default now(),
      document_id text collate "C" not null,
      is_duplicate boolean not null,
      name text not null check (char_length(name) <= 255),
      size bigint not null,
      sender_name text null check (char_length(sender_name) <= 120),
      address text not null check (char_length(address) <= 64)
    );
    create index file_request_file_log on file_request_file (file_request_id, received_at, id);
  `,
  down: 'drop table file_request_file, file_request;',
};
