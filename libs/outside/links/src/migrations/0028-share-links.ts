import type { Migration } from '#ground/database';

/**
 * Visits count on the row of their link, which they lock: the limit of downloads holds however many arrive at once. The
 * log of a link is a ring of 100 rows, so that visits remove nothing; `last_slot` is where the newest one is.
 */
export const shareLinks: Migration = {
  name: '0028-share-links',
  up: `
    create table share_link (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      document_id text collate "C" not null references document on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      token text collate "C" not null unique,
      password_hash text null,
      expires_at timestamptz(3) null,
      is_enabled boolean not null default true,
      max_downloads int null check (max_downloads > 0),
      downloads_count int not null default 0,
      views_count int not null default 0,
      last_accessed_at timestamptz(3) null,
      last_slot int not null default -1
    ) with (fillfactor = 70);
    create index share_link_document on share_link (document_id, id);
    create index share_link_organization on share_link (organization_id, created_at, id);

    create table share_link_access (
      share_link_id text collate "C" not null references share_link on delete cascade,
      slot int not null check (slot between 0 and 99),
      at timestamptz(3) not null,
      kind text not null check (kind in ('view', 'download', 'wrong-password')),
      address text not null,
      user_agent text null,
      primary key (share_link_id, slot)
    ) with (fillfactor = 70);
  `,
  down: 'drop table share_link_access, share_link;',
};
