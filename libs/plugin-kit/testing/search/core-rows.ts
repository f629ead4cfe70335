import type { Sql } from '../../src/host-services.js';
import { sortKey } from '../../src/search/words.js';
import type { SeededDocument } from './seeded-document.js';

const WRITE_DOCUMENTS = `
  insert into document
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::timestamptz[])
  on conflict (id) do update set name_sort_key = excluded.name_sort_key, updated_at = excluded.updated_at,
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
  ]);
  await sql.query('delete from document_tag where document_id = any($1)', [column(({ id }) => id)]);
  const tags = distinct.flatMap(({ id, tagIds }) => tagIds.map((tagId) => [id, tagId] as const));
  await sql.query('insert into document_tag select * from unnest($1::text[], $2::text[])', [
    tags.map(([id]) => id),
    tags.map(([, tagId]) => tagId),
  ]);
}
