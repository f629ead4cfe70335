import type { Migration } from '#ground/database';

/** The codes on the pages of documents, and what organizations have set about them. */
export const documentCodes: Migration = {
  name: '0065-document-codes',
  up: `
    create table document_codes (
      document_id text collate "C" primary key references document on delete cascade,
      read_at timestamptz(3) not null default now(),
      outcome text collate "C" not null,
      reason text null,
      pages integer null,
      unread_pages integer not null default 0,
      pages_count integer null,
      is_cut_short boolean not null default false,
      codes jsonb not null default '[]'
    );
    create table code_settings (
      organization_id text collate "C" primary key references organization on delete cascade,
      is_enabled boolean null,
      archive_number_prefix text null,
      tag_prefix text null,
      can_create_tags boolean null
    );
  `,
  down: `
    drop table code_settings;
    drop table document_codes;
  `,
};
