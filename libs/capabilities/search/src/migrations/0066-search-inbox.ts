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

const BEFORE = [
  ...['updated_at', 'name', 'document_date', 'deleted_at', 'created_at', 'organization_id', 'notes', 'mime_type'],
  ...['original_size', 'source', 'created_by'],
];

/** That a document is confirmed is recorded for a search engine outside this database as well. */
export const searchInbox: Migration = {
  name: '0066-search-inbox',
  up: RECORD([...BEFORE, 'is_in_inbox']),
  down: RECORD(BEFORE),
};
