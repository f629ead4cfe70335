import type { Migration } from '#ground/database';

/**
 * Whether a document waits until a person confirms it, and whether new documents of an organization do. Null: as the
 * server does. No document that is there already waits.
 */
export const inbox: Migration = {
  name: '0066-inbox',
  up: `
    alter table document add column is_in_inbox boolean not null default false;
    create index document_inbox on document (organization_id, created_at, id) where is_in_inbox and deleted_at is null;
    alter table organization_settings add column is_inbox_enabled boolean null;
  `,
  down: `
    alter table organization_settings drop column is_inbox_enabled;
    drop index document_inbox;
    alter table document drop column is_in_inbox;
  `,
};
