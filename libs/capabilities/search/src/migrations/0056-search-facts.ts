import type { Migration } from '#ground/database';

const RECORD = (columns: readonly string[]): string => `
  create or replace function search_record_update() returns trigger language plpgsql as $$ begin
    insert into search_change (document_id, organization_id)
    select n.id, n.organization_id from new_rows n join old_rows o on o.id = n.id
    where (n.deleted_at is null or o.deleted_at is null) and
      (${columns.map((column) => `n.${column}`).join(', ')})
      is distinct from (${columns.map((column) => `o.${column}`).join(', ')});
    return null;
  end $$;`;

const BEFORE = 'updated_at, name, document_date, deleted_at, created_at, organization_id, notes, mime_type'.split(', ');

/** The index of an archive without documents is complete in every version of the plugin. */
function complete({ before, after }: { before: number; after: number }): string {
  return `
    update search_index set index_version = ${String(after)}
    where plugin_id = 'search-segments' and index_version = ${String(before)} and is_transactional
      and rebuild_reason is null and answering_plugin_id is null and left_plugin_id is null
      and not exists (select from document);`;
}

/**
 * Changes of the file, and of who added it, are recorded for a search engine outside this database as well: the deletion
 * of an account takes it off the documents. Pages are replaced together with the content.
 */
export const searchFacts: Migration = {
  name: '0056-search-facts',
  up: RECORD([...BEFORE, 'original_size', 'source', 'created_by']) + complete({ before: 1, after: 2 }),
  down: complete({ before: 2, after: 1 }) + RECORD(BEFORE),
};
