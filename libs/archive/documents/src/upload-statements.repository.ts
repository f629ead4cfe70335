/** Rows of bound values: of one item, which PostgreSQL plans once, or of arrays, which it plans for their lengths. */
function given(columns: Readonly<Record<string, string>>): { one: string; many: string } {
  const [names, types] = [Object.keys(columns), Object.values(columns)];
  const one = names.map((name, index) => `$${index + 1}::${types[index]} as ${name}`).join(', ');
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  return { one: `select ${one}`, many: `select * from unnest(${arrays}) as given(${names.join(', ')})` };
}

/** Announces a file whose content the organization does not have. */
export const ANNOUNCE = `
  insert into stored_file (storage_key, driver, state)
  select $1, $2, 'pending'
  where (select true from document d where d.organization_id = $3 and d.original_sha256_hash = $4 and d.deleted_at is null
    limit 1) is null
  returning storage_key`;

const NEW_DOCUMENT = given({
  ...{ id: 'text', organization_id: 'text', user_id: 'text', name: 'text', size: 'bigint', sha256: 'text' },
  ...{ storage_key: 'text', name_sort_key: 'text', mime_type: 'text', ocr_languages: 'jsonb' },
  ...{ document_date: 'timestamptz', notes: 'text', source: 'text', is_in_inbox: 'boolean' },
  ...{ created_at: 'timestamptz', is_put_in_inbox: 'boolean' },
});

const insertDocuments = (items: string, columns: string) => `
  with item as materialized (${items}),
  added as (
    insert into document as d (id, created_at, updated_at, organization_id, created_by, original_name,
      original_size, original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, ocr_languages,
      document_date, notes, source, is_in_inbox, extraction_status)
    select item.id, coalesce(item.created_at, moment.now), moment.now, item.organization_id, item.user_id, item.name, item.size, item.sha256,
      item.storage_key, item.name, item.name_sort_key, item.mime_type,
      array(select jsonb_array_elements_text(item.ocr_languages)), item.document_date, item.notes, item.source,
      coalesce(item.is_put_in_inbox, s.is_inbox_enabled, item.is_in_inbox), 'pending'
    from item join organization o on o.id = item.organization_id and o.deleted_at is null
    left join organization_settings s on s.organization_id = item.organization_id
    cross join (select clock_timestamp()::timestamptz(3) as now) as moment
    order by item.organization_id, item.sha256
    on conflict (organization_id, original_sha256_hash) do nothing
    returning ${columns}, d.content, d.sequence, d.original_storage_key as "storageKey"),
  confirmed as (
    update stored_file f set state = 'committed'
    where f.storage_key in (select "storageKey" from added) and f.state = 'pending'
    returning f.storage_key)
  select added.*, exists (select from confirmed where confirmed.storage_key = added."storageKey") as "isConfirmed"
  from added`;

/** Adds documents and confirms their files; returns these columns. */
export function insertReturning(columns: string): { one: string; many: string } {
  return { one: insertDocuments(NEW_DOCUMENT.one, columns), many: insertDocuments(NEW_DOCUMENT.many, columns) };
}

/** The statement for as many items, with their values: column by column when there are several. */
export function boundTo(
  { one, many }: { one: string; many: string },
  rows: readonly (readonly unknown[])[],
): [text: string, values: unknown[]] {
  const [first = [], second] = rows;
  return second ? [many, first.map((_, column) => rows.map((row) => row[column]))] : [one, [...first]];
}
