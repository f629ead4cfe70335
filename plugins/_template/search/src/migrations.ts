import type { PluginMigration } from '@archivolt/plugin-kit';

/** Never change one that was released; add the next. */
export const migrations: readonly PluginMigration[] = [
  {
    name: '0001-search-template',
    up: `create table search_template (
      document_id text collate "C" primary key,
      name text not null,
      content text not null
    )`,
  },
];
