import type { Migration } from '#ground/database';

/** The index of an archive without documents is complete for the plugin that keeps it by default. */
export const firstSearchPlugin: Migration = {
  name: '0044-first-search-plugin',
  up: `
    update search_index set plugin_id = 'search-segments', index_version = 1
    where plugin_id = 'search-postgres' and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
  down: `
    update search_index set plugin_id = 'search-postgres', index_version = 2
    where plugin_id = 'search-segments' and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
};
