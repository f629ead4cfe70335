import { sortKey, type Sql } from '@archivolt/plugin-kit';
import type { SeededDocument } from '@archivolt/plugin-kit/testing';

/** The tables of the core that a search plugin may read, with the indexes it counts on. */
export const CORE_TABLES = `
  create table document (
    id text collate "C" primary key,
    sequence bigint not null unique,
    organization_id text collate "C" not null,
    name_sort_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    document_date timestamptz,
    deleted_at timestamptz
  );
  create index document_created on document (organization_id, created_at, id) where deleted_at is null;
  create index document_updated on document (organization_id, updated_at, created_at, id) where deleted_at is null;
  create index document_name on document (organization_id, name_sort_key, created_at, id) where deleted_at is null;
  create index document_dated on document (organization_id, document_date nulls first, created_at, id)
    where deleted_at is null;
  create table document_tag (
    document_id text collate "C" not null references document on delete cascade,
    tag_id text collate "C" not null,
    primary key (document_id, tag_id)
  );
  create index document_tag_tag on document_tag (tag_id, document_id);
`;

const WRITE_DOCUMENTS = `
  insert into document
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::timestamptz[])
  on conflict (id) do update set name_sort_key = excluded.name_sort_key, updated_at = excluded.updated_at,
    document_date = excluded.document_date, deleted_at = excluded.deleted_at`;

export async function writeCoreRows(documents: readonly SeededDocument[], sql: Sql): Promise<void> {
  const distinct = [...new Map(documents.map((document) => [document.id, document])).values()];
  const column = <Value>(read: (document: SeededDocument) => Value) => distinct.map(read);
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
