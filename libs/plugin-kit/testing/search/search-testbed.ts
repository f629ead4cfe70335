import type { Sql } from '../../src/host-services.js';
import type { PluginManifest } from '../../src/plugin.js';
import { aTestHost } from '../test-host.js';
import { writeCoreRows } from './core-rows.js';
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

/**
 * Runs a search plugin on an empty PostgreSQL database: creates the tables of the core and of the plugin, and calls
 * the plugin for every document that the suite seeds, in the transaction that writes the rows of the core.
 */
export async function createSearchTestbed(manifest: PluginManifest, sql: Sql): Promise<SearchBackendUnderTest> {
  const { config: ConfigClass, id, provides } = manifest;
  if (provides.search === undefined) throw new Error(`${id} does not provide search`);
  const { create } = provides.search;
  const { migrations = [] } = manifest;
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
