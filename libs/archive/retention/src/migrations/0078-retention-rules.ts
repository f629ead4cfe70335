import type { Migration } from '#ground/database';

/**
 * How long documents are kept, and what happens then. A rule without its property has no date to count from: it keeps its
 * documents. A document that a rule has put into the inbox is put there again only when it is due on another day.
 */
export const retentionRules: Migration = {
  name: '0078-retention-rules',
  up: `
    create table retention_rule (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      name text not null check (char_length(name) between 1 and 255),
      query text not null check (char_length(query) <= 1024),
      date_source text collate "C" not null check (date_source in ('createdAt', 'documentDate', 'property')),
      property_id text collate "C" null references custom_property on delete set null,
      keep_amount int not null check (keep_amount between 0 and 1200),
      keep_unit text collate "C" not null check (keep_unit in ('months', 'years')),
      action text collate "C" not null check (action in ('review', 'trash', 'purge')),
      is_enabled boolean not null,
      is_locking boolean not null
    );
    create index retention_rule_organization on retention_rule (organization_id, created_at, id);
    create index retention_rule_created_by on retention_rule (created_by) where created_by is not null;
    create index retention_rule_property on retention_rule (property_id) where property_id is not null;

    create table retention_review (
      rule_id text collate "C" not null references retention_rule on delete cascade,
      document_id text collate "C" not null references document on delete cascade,
      due_on date not null,
      primary key (rule_id, document_id)
    );
    create index retention_review_document on retention_review (document_id);

    create table retention_run (
      organization_id text collate "C" primary key references organization on delete cascade,
      day date not null
    );
  `,
  down: 'drop table retention_run, retention_review, retention_rule;',
};
