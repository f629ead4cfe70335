import type { Migration } from '#ground/database';

/**
 * What must not be removed: one document, or all of an organization where there is no document. The foreign keys have no
 * `on delete`: PostgreSQL itself refuses to remove what is held, whatever the statement.
 */
export const legalHolds: Migration = {
  name: '0078-legal-holds',
  up: `
    create table legal_hold (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organization,
      document_id text collate "C" null references document,
      reason text not null check (char_length(reason) between 1 and 500),
      set_at timestamptz(3) not null default now(),
      set_by text collate "C" null references "user" on delete set null
    );
    create unique index legal_hold_document on legal_hold (document_id) where document_id is not null;
    create unique index legal_hold_of_organization on legal_hold (organization_id) where document_id is null;
    create index legal_hold_organization on legal_hold (organization_id, set_at, id);
    create index legal_hold_set_by on legal_hold (set_by) where set_by is not null;
  `,
  down: 'drop table legal_hold;',
};
