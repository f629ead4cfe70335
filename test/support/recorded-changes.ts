import type { Sql } from '@archivolt/plugin-kit';

/**
 * Events after which rows of documents that they do not name may be gone: `remembered-leaves.ts` of the plugin
 * `search-segments` reads everything again after them.
 */
const CONCERNING_MANY = {
  document: [],
  document_page: [],
  document_tag: ['tag:deleted'],
  document_custom_property: ['custom-property:updated', 'custom-property:deleted', 'document:purged'],
};

/** A document that is gone is not found by any search, and the search engine does not remember values that are users. */
const FUNCTION = `
  create function refuse_unrecorded_change() returns trigger language plpgsql as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
    document_of text := coalesce(changed ->> 'document_id', changed ->> 'id');
    organization text;
  begin
    select d.organization_id into organization from document d where d.id = document_of;
    if organization is null or changed ->> 'user_id' is not null then return null; end if;
    if not exists (
      select from event e where e.organization_id = organization and e.xmin = pg_current_xact_id()::xid
        and (e.payload ->> 'documentId' = document_of or e.name = any(tg_argv[0]::text[])))
    then
      raise exception 'a transaction has changed % of % without an event that names the document', tg_table_name, document_of;
    end if;
    return null;
  end $$`;

const CHANGES = {
  document:
    'insert or update of mime_type, document_date, deleted_at, name_sort_key, created_at, updated_at, notes, original_size, source',
  document_page: 'insert or delete',
  document_tag: 'insert or update or delete',
  document_custom_property: 'insert or update or delete',
};

/**
 * Makes every transaction fail that changes what a search engine remembers of a document without an event about it: the
 * engine would go on to answer from what it remembers.
 */
export async function refuseUnrecordedChanges(sql: Pick<Sql, 'query'>): Promise<void> {
  await sql.query(FUNCTION);
  for (const [table, changes] of Object.entries(CHANGES)) {
    const names = CONCERNING_MANY[table as keyof typeof CHANGES].join(',');
    await sql.query(`
      create constraint trigger refuse_unrecorded_change after ${changes} on ${table} deferrable initially deferred
      for each row execute function refuse_unrecorded_change('{${names}}')`);
  }
}
