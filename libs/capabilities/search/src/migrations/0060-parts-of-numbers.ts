import type { Migration } from '#ground/database';

/** The index of an archive without documents is complete in every version of the plugin. */
export const partsOfNumbers: Migration = {
  name: '0060-parts-of-numbers',
  up: `
    update search_index set index_version = 3
    where plugin_id = 'search-segments' and index_version = 2 and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
  down: `
    update search_index set index_version = 2
    where plugin_id = 'search-segments' and index_version = 3 and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
};
