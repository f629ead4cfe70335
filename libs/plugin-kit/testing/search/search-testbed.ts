import type { Sql } from '../../src/host-services.js';
import type { PluginManifest } from '../../src/plugin.js';
import { aTestHost } from '../test-host.js';
import { writeCoreRows } from './core-rows.js';
import type { ExternalBackendUnderTest, TransactionalBackendUnderTest } from './suite-tools.js';

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
    deleted_at timestamptz,
    mime_type text not null
  )`,
  `create table document_tag (
    document_id text collate "C" not null references document on delete cascade,
    tag_id text collate "C" not null,
    primary key (document_id, tag_id)
  )`,
  `create table document_custom_property (
    document_id text collate "C" not null references document on delete cascade,
    property_id text collate "C" not null,
    position int not null,
    text_value text,
    number_value double precision,
    date_value timestamptz,
    boolean_value boolean,
    option_id text collate "C",
    user_id text collate "C",
    related_document_id text collate "C",
    primary key (document_id, property_id, position)
  )`,
];

/**
 * Runs a transactional search plugin on an empty PostgreSQL database: creates the tables of the core and of the plugin, and calls
 * the plugin for every document that the suite seeds, in the transaction that writes the rows of the core.
 */
export async function createSearchTestbed(manifest: PluginManifest, sql: Sql): Promise<TransactionalBackendUnderTest> {
  const { config: ConfigClass, id, provides } = manifest;
  if (provides.search?.transactional !== true) throw new Error(`${id} does not provide a transactional search`);
  const { create } = provides.search;
  const { migrations = [] } = manifest;
  for (const table of CORE_TABLES) await sql.query(table);
  for (const { up } of migrations) await sql.query(up);
  const backend = await create({ ...aTestHost(ConfigClass === undefined ? {} : new ConfigClass()), sql });
  await backend.start?.();
  return {
    transactional: true,
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

export interface ExternalTestbedOptions<Config extends object> {
  /** Settings that differ from the defaults. */
  config?: Partial<Config>;
  /** An empty folder, for a plugin that keeps files. */
  dataDir?: string;
  /** Waits until everything that was indexed is findable, for a plugin that is not at once. */
  settle?(): Promise<void>;
}

/** Runs an external search plugin: delivers every document that the suite seeds, each time with a new version. */
export async function createExternalSearchTestbed<Config extends object>(
  manifest: PluginManifest<Config>,
  { config, dataDir, settle }: ExternalTestbedOptions<Config> = {},
): Promise<ExternalBackendUnderTest> {
  const { config: ConfigClass, id, provides } = manifest;
  if (provides.search?.transactional !== false) throw new Error(`${id} does not provide an external search`);
  const settings = Object.assign(ConfigClass === undefined ? {} : new ConfigClass(), config) as Config;
  const host = aTestHost(settings);
  const backend = await provides.search.create({ ...host, dataDir: dataDir ?? host.dataDir });
  await backend.start?.();
  let deliveries = 1;
  return {
    transactional: false,
    backend,
    seed: async (documents) => {
      // The core delivers a document once in a call, as it is at last.
      const latest = [...new Map(documents.map((document) => [document.id, document])).values()];
      const version = String((deliveries += 1));
      const active = latest.filter(({ trashed }) => !trashed);
      const removed = latest.filter(({ trashed }) => trashed);
      if (active.length > 0)
        await backend.index(active.map(({ trashed: _, ...document }) => ({ ...document, version })));
      if (removed.length > 0)
        await backend.remove(removed.map(({ id, organizationId }) => ({ id, organizationId, version })));
      await settle?.();
    },
    clean: async () => {
      await backend.clear();
      await settle?.();
    },
  };
}
