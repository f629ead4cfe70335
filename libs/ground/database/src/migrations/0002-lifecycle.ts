import type { Migration } from '../migration.js';

/** Settings of organizations, and what the trash, its statistics and the purges look for. */
export const lifecycle: Migration = {
  name: '0002-lifecycle',
  up: `
    create table organization_settings (
      organization_id text collate "C" primary key references organization on delete cascade,
      updated_at timestamptz(3) not null default now(),
      auto_tagging_is_enabled boolean null,
      auto_tagging_can_create_new_tags boolean null,
      auto_tagging_max_tags int null
    );

    create index organization_to_purge on organization (scheduled_purge_at) where deleted_at is not null;
    create index document_to_purge on document (deleted_at, id) where deleted_at is not null;
    create index document_sizes on document (organization_id) include (deleted_at, original_size);
  `,
  down: `
    drop index document_sizes, document_to_purge, organization_to_purge;
    drop table organization_settings;
  `,
};
