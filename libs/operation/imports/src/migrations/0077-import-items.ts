import type { Migration } from '#ground/database';

/**
 * What became of the things that imports brought, each in the transaction that made it. A row stays when its target is
 * deleted: another import of the same source must not bring it back.
 */
export const importItems: Migration = {
  name: '0077-import-items',
  up: `
    create table import_item (
      organization_id text collate "C" not null references organization on delete cascade,
      source_id text collate "C" not null,
      kind text collate "C" not null,
      ref text collate "C" not null,
      target_id text collate "C" not null,
      is_new boolean not null,
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, source_id, kind, ref)
    );
    create index import_item_organization on import_item (source_id, organization_id) where kind = 'organization';
  `,
  down: 'drop table import_item;',
};
