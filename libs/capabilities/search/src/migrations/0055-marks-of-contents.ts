import type { Migration } from '#ground/database';

/** The index of an archive without documents is complete in every version of the plugin. */
export const marksOfContents: Migration = {
  name: '0055-marks-of-contents',
  up: `
    update search_index set index_version = 2
    where plugin_id = 'search-segments' and index_version = 1 and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
  down: `
    update search_index set index_version = 1
    where plugin_id = 'search-segments' and index_version = 2 and is_transactional and rebuild_reason is null
      and answering_plugin_id is null and left_plugin_id is null and not exists (select from document);
  `,
};
