import type { Migration } from '#ground/database';

/** Dates and names that wait for a person, and the switch of each organization for them. */
export const documentSuggestions: Migration = {
  name: '0040-document-suggestions',
  up: `
    create table document_suggestion (
      document_id text collate "C" not null references document on delete cascade,
      kind text collate "C" not null check (kind in ('documentDate', 'name')),
      value text not null,
      provider text collate "C" not null,
      created_at timestamptz(3) not null default now(),
      primary key (document_id, kind)
    );
    alter table organization_settings add column auto_tagging_can_suggest_details boolean null;
  `,
  down: `
    alter table organization_settings drop column auto_tagging_can_suggest_details;
    drop table document_suggestion;
  `,
};
