import type { Sql } from '../../src/host-services.js';
import type { PluginManifest } from '../../src/plugin.js';
import { aTestHost } from '../test-host.js';
import { CORE_TABLES } from './core-tables.js';
import { seedDocuments } from './seed-documents.js';
import type { ExternalBackendUnderTest, TransactionalBackendUnderTest } from './suite-tools.js';

/**
 * Runs a transactional search plugin on an empty PostgreSQL database: creates the tables of the core and of the plugin, and calls
 * the plugin for every document that the suite seeds, in the transaction that writes the rows of the core.
 */
export async function createSearchTestbed(manifest: PluginManifest, sql: Sql): Promise<TransactionalBackendUnderTest> {
  const { config: ConfigClass, id, provides } = manifest;
  if (provides.search?.transactional !== true) throw new Error(`${id} does not provide a transactional search`);
  const { create } = provides.search;
  const { migrations = [] } = manifest;
  await sql.query(CORE_TABLES);
  for (const { up } of migrations) await sql.query(up);
  const backend = await create({ ...aTestHost(ConfigClass === undefined ? {} : new ConfigClass()), sql });
  await backend.start?.();
  return {
    transactional: true,
    backend,
    sql,
    seed: (documents) => seedDocuments(documents, backend, sql),
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
