import type { Sql } from '../../src/host-services.js';
import type { PropertyValue } from '../../src/search/search-backend.js';
import { sortKey } from '../../src/search/words.js';
import type { SeededDocument } from './seeded-document.js';

const WRITE_DOCUMENTS = `
  insert into document (id, sequence, organization_id, name_sort_key, created_at, updated_at, document_date, deleted_at,
    mime_type, notes, original_size, source, created_by, is_in_inbox)
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[],
    $14::boolean[])
  on conflict (id) do update set notes = excluded.notes, original_size = excluded.original_size,
    source = excluded.source, created_by = excluded.created_by, is_in_inbox = excluded.is_in_inbox, mime_type = excluded.mime_type, name_sort_key = excluded.name_sort_key, updated_at = excluded.updated_at,
    document_date = excluded.document_date, deleted_at = excluded.deleted_at`;

/** Writes the rows of the core for these documents, into tables with the columns that a search plugin may read. */
export async function writeCoreRows(documents: readonly SeededDocument[], sql: Sql): Promise<void> {
  const distinct = [...new Map(documents.map((document) => [document.id, document])).values()];
  const column = <Value>(read: (document: SeededDocument) => Value): Value[] => distinct.map(read);
  await sql.query(WRITE_DOCUMENTS, [
    column(({ id }) => id),
    column(({ sequence }) => sequence),
    column(({ organizationId }) => organizationId),
    column(({ name }) => sortKey(name)),
    column(({ createdAt }) => createdAt),
    column(({ updatedAt }) => updatedAt),
    column(({ documentDate }) => documentDate),
    column(({ trashed, updatedAt }) => (trashed ? updatedAt : null)),
    column(({ mimeType }) => mimeType),
    column(({ notes }) => notes),
    column(({ size }) => size),
    column(({ source }) => source),
    column(({ ownerId }) => ownerId),
    column(({ isInInbox }) => isInInbox),
  ]);
  await sql.query('delete from document_page where document_id = any($1)', [column(({ id }) => id)]);
  await sql.query(
    `insert into document_page select given.id, page
     from unnest($1::text[], $2::int[]) as given (id, pages), generate_series(1, given.pages) page`,
    [column(({ id }) => id), column(({ pages }) => pages)],
  );
  await sql.query('delete from document_tag where document_id = any($1)', [column(({ id }) => id)]);
  const tags = distinct.flatMap(({ id, tagIds }) => tagIds.map((tagId) => [id, tagId] as const));
  await sql.query('insert into document_tag select * from unnest($1::text[], $2::text[])', [
    tags.map(([id]) => id),
    tags.map(([, tagId]) => tagId),
  ]);
  await writeProperties(distinct, sql);
}

interface ValueRow {
  text_value?: string;
  number_value?: string;
  date_value?: string;
  boolean_value?: boolean;
  option_id?: string;
  user_id?: string;
  related_document_id?: string;
}

async function writeProperties(documents: readonly SeededDocument[], sql: Sql): Promise<void> {
  await sql.query('delete from document_custom_property where document_id = any($1)', [documents.map(({ id }) => id)]);
  const rows = documents.flatMap(({ id, properties }) =>
    properties.flatMap((value) =>
      valueRows(value).map((row, position) => ({
        document_id: id,
        property_id: value.propertyId,
        position,
        ...row,
      })),
    ),
  );
  await sql.query(
    'insert into document_custom_property select * from jsonb_populate_recordset(null::document_custom_property, $1)',
    [JSON.stringify(rows)],
  );
}

function valueRows(value: PropertyValue): ValueRow[] {
  switch (value.type) {
    case 'text':
      return [{ text_value: value.text }];
    case 'number':
      return [{ number_value: String(value.number) }];
    case 'date':
      return [{ date_value: value.date.toISOString() }];
    case 'boolean':
      return [{ boolean_value: value.boolean }];
    case 'option':
      return value.optionIds.map((option_id) => ({ option_id }));
    case 'user':
      return value.userIds.map((user_id) => ({ user_id }));
    case 'document':
      return value.documentIds.map((related_document_id) => ({ related_document_id }));
  }
}
