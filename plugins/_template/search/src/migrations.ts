import type { SearchMigration } from '@archivolt/plugin-kit';

/** Never change one that was released; add the next. */
export const migrations: readonly SearchMigration[] = [
  {
    name: '0001-search-template',
    up: `create table search_template (
      document_id text collate "C" primary key,
      name text not null,
      content text not null
    )`,
  },
];
