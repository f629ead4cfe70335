import type { Sql } from '../../src/host-services.js';
import type { PluginManifest } from '../../src/plugin.js';
import { sortKey } from '../../src/search/words.js';
import { aTestHost } from '../test-host.js';
import type { SeededDocument } from './seeded-document.js';
import type { SearchBackendUnderTest } from './suite-tools.js';

/** The tables of the core that a search plugin may read. */
const CORE_TABLES = [
  `create table document (
    id text collate "C" primary key,
    sequence bigint not null unique,
    organization_id text collate "C" not null,
    name_sort_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    document_date timestamptz,
    deleted_at timestamptz
  )`,
  `create table document_tag (
    document_id text collate "C" not null references document on delete cascade,
    tag_id text collate "C" not null,
    primary key (document_id, tag_id)
  )`,
];
const WRITE_DOCUMENTS = `
  insert into document
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::timestamptz[])
  on conflict (id) do update set name_sort_key = excluded.name_sort_key, updated_at = excluded.updated_at,
    document_date = excluded.document_date, deleted_at = excluded.deleted_at`;

/**
 * A search plugin on an empty PostgreSQL database: makes the tables of the core and those of the plugin, and tells the
 * plugin of every document that the suite seeds, in the transaction that writes the core's rows.
 */
export async function createSearchTestbed(manifest: PluginManifest, sql: Sql): Promise<SearchBackendUnderTest> {
  const { config: ConfigClass, id, provides } = manifest;
  if (provides.search === undefined) throw new Error(`${id} does not provide search`);
  const { create, migrations = [] } = provides.search;
  for (const table of CORE_TABLES) await sql.query(table);
  for (const { up } of migrations) await sql.query(up);
  const backend = await create({ ...aTestHost(ConfigClass === undefined ? {} : new ConfigClass()), sql });
  return {
    backend,
    sql,
    seed: (documents) =>
      sql.transaction(async (transaction) => {
        await writeCoreRows(documents, transaction);
        const gone = documents.filter(({ trashed }) => trashed);
        await backend.index(
          documents.filter(({ trashed }) => !trashed),
          transaction,
        );
        await backend.remove(
          gone.map(({ id }) => id),
          transaction,
        );
      }),
    clean: () =>
      sql.transaction(async (transaction) => {
        const known = await transaction.query<{ id: string }>('delete from document returning id');
        await backend.remove(
          known.map(({ id }) => id),
          transaction,
        );
      }),
  };
}

async function writeCoreRows(documents: readonly SeededDocument[], sql: Sql): Promise<void> {
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
