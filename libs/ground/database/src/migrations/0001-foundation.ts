import type { Migration } from '../migration.js';

/**
 * Accounts, organizations, documents, tags, activity and events.
 * Ids are text in the C collation: they sort by age. Dates keep milliseconds, as the API shows them.
 */
export const foundation: Migration = {
  name: '0001-foundation',
  up: `

    create table "user" (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      email text not null unique,
      email_verified boolean not null default false,
      name text not null,
      image text null,
      max_organization_count int null,
      two_factor_enabled boolean not null default false,
      is_admin boolean not null default false
    );

    create table auth_session (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      token text not null unique,
      ip_address text null,
      user_agent text null,
      user_id text collate "C" not null references "user" on delete cascade
    );
    create index auth_session_user on auth_session (user_id);

    create table auth_account (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      account_id text not null,
      provider_id text not null,
      user_id text collate "C" not null references "user" on delete cascade,
      access_token text null,
      refresh_token text null,
      id_token text null,
      access_token_expires_at timestamptz(3) null,
      refresh_token_expires_at timestamptz(3) null,
      scope text null,
      password text null
    );
    create index auth_account_user on auth_account (user_id);
    create unique index auth_account_identity on auth_account (provider_id, account_id);

    create table auth_verification (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      identifier text not null,
      value text not null,
      expires_at timestamptz(3) not null
    );
    create index auth_verification_identifier on auth_verification (identifier);

    create table organization (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name text not null,
      customer_id text null,
      deleted_at timestamptz(3) null,
      deleted_by text collate "C" null references "user" on delete set null,
      scheduled_purge_at timestamptz(3) null,
      event_position bigint not null default 0
    );

    create table organization_member (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      organization_id text collate "C" not null references organization on delete cascade,
      user_id text collate "C" not null references "user" on delete cascade,
      role text not null check (role in ('owner', 'admin', 'member')),
      constraint organization_member_unique unique (organization_id, user_id)
    );
    create index organization_member_user on organization_member (user_id);

    create table api_key (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name text not null,
      prefix text not null,
      key_hash text not null unique,
      user_id text collate "C" not null references "user" on delete cascade,
      permissions text[] not null,
      all_organizations boolean not null default true,
      last_used_at timestamptz(3) null,
      expires_at timestamptz(3) null
    );
    create index api_key_user on api_key (user_id);

    create table api_key_organization (
      api_key_id text collate "C" not null references api_key on delete cascade,
      organization_id text collate "C" not null references organization on delete cascade,
      primary key (api_key_id, organization_id)
    );
    create index api_key_organization_organization on api_key_organization (organization_id);

    create table stored_file (
      storage_key text collate "C" primary key,
      state text not null check (state in ('pending', 'committed', 'deleting')),
      created_at timestamptz(3) not null default now()
    );
    create index stored_file_unfinished on stored_file (created_at) where state <> 'committed';

    create sequence document_sequence;
    create table document (
      id text collate "C" primary key,
      sequence bigint not null unique default nextval('document_sequence'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      original_name text not null,
      original_size bigint not null,
      original_sha256_hash text not null,
      original_storage_key text collate "C" not null references stored_file (storage_key),
      name text not null,
      name_sort_key text collate "C" not null,
      mime_type text not null,
      content text not null default '',
      document_date timestamptz(3) null,
      notes text null,
      deleted_at timestamptz(3) null,
      deleted_by text collate "C" null references "user" on delete set null,
      ocr_languages text[] not null default '{}',
      extraction_status text not null check (extraction_status in ('pending', 'running', 'completed')),
      extraction_outcome text null,
      extraction_reason text null,
      extraction_provider text null
    );
    create unique index document_hash on document (organization_id, original_sha256_hash);
    create unique index document_storage_key on document (original_storage_key);
    create index document_created on document (organization_id, created_at desc, id desc) where deleted_at is null;
    create index document_updated on document (organization_id, updated_at desc, created_at desc, id desc) where deleted_at is null;
    create index document_name on document (organization_id, name_sort_key, created_at, id) where deleted_at is null;
    create index document_dated on document (organization_id, document_date nulls first, created_at, id) where deleted_at is null;
    create index document_trashed on document (organization_id, deleted_at desc, id desc) where deleted_at is not null;
    alter sequence document_sequence owned by document.sequence;

    create table tag (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      organization_id text collate "C" not null references organization on delete cascade,
      name text not null,
      normalized_name text not null,
      color text not null,
      description text null,
      constraint tag_name_unique unique (organization_id, normalized_name)
    );

    create table document_tag (
      document_id text collate "C" not null references document on delete cascade,
      tag_id text collate "C" not null references tag on delete cascade,
      primary key (document_id, tag_id)
    );
    create index document_tag_tag on document_tag (tag_id, document_id);

    create table document_activity (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      document_id text collate "C" not null references document on delete cascade,
      event text not null,
      event_data jsonb null,
      user_id text collate "C" null references "user" on delete set null,
      tag_id text collate "C" null references tag on delete set null
    );
    create index document_activity_document on document_activity (document_id, created_at desc, id desc);

    create table event (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      organization_id text collate "C" not null references organization on delete cascade,
      position bigint not null,
      name text not null,
      payload jsonb not null,
      constraint event_position_unique unique (organization_id, position)
    );
  `,
  down: `
    drop table event, document_activity, document_tag, tag, document, stored_file, api_key_organization, api_key,
      organization_member, organization, auth_verification, auth_account, auth_session, "user";
  `,
};
