import type { Migration } from '#ground/database';

/** Documents that are split into others: by people, or at separator sheets. */
export const documentSplits: Migration = {
  name: '0073-document-splits',
  up: `
    create table document_split (
      document_id text collate "C" primary key references document on delete cascade,
      id text collate "C" not null,
      requested_at timestamptz(3) not null default now(),
      requested_by jsonb not null,
      plan jsonb not null,
      outcome text collate "C" null check (outcome in ('split', 'refused')),
      reason text null,
      part_ids text[] collate "C" not null default '{}'
    );
  `,
  down: 'drop table document_split;',
};
