import type { Migration } from '#ground/database';

/**
 * What was learned from the documents of an organization, and the labels that documents got or were suggested by it. A
 * label is a tag, or an option of a property; it has no foreign key, since a tag is locked after what belongs to documents.
 */
export const learnedFiling: Migration = {
  name: '0063-learned-filing',
  up: `
    create table organization_model (
      organization_id text collate "C" primary key references organization on delete cascade,
      trained_at timestamptz(3) not null,
      log_position bigint not null,
      documents int not null,
      labels jsonb not null,
      model bytea null
    );
    create table learned_label (
      document_id text collate "C" not null references document on delete cascade,
      label_id text collate "C" not null,
      property_id text collate "C" null,
      state text collate "C" not null check (state in ('suggested', 'set', 'confirmed', 'refused')),
      score real not null,
      words jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (document_id, label_id)
    );
    alter table organization_settings add column learned_filing text collate "C" null;
  `,
  down: `
    alter table organization_settings drop column learned_filing;
    drop table learned_label;
    drop table organization_model;
  `,
};
