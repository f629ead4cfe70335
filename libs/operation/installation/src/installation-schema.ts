import type pg from 'pg';
import { migrateDatabase, migrationState, withClient, type MigrationStep } from '#ground/database';
import { migrationsOf } from '#ground/features';
import { migrateJobs, stateOfJobTables } from '#ground/jobs';
import { PRODUCT_VERSION } from '#ground/settings';
import { migratePlugins, type LoadedPlugin } from '#ground/plugin-host';
import { FEATURES } from './features.js';
import { StartupError } from './startup-error.js';

const JOB_QUEUE = 'job queue';
/** Migrations that a message names. */
const SHOWN = 5;

/** What a server and a command ask the schema of. */
export interface InstalledSchema {
  directDatabaseUrl: string;
  plugins: readonly LoadedPlugin[];
}

/** How the whole schema of a database, with job queue and plugins, stands to this version. */
export interface SchemaState {
  /** Names of migrations that are not applied yet, those of plugins with their id. */
  missing: string[];
  /** Why this version must not use the database: a newer one has migrated it. */
  newer: string | undefined;
}

/** Every migration of the product itself, in the order of their application. */
export const coreMigrations = () => migrationsOf(FEATURES);

/**
 * Migrates the whole schema: core, job queue and plugins. Returns the names of the applied migrations of the core. Throws
 * `StartupError` when a newer version has migrated the database, and changes nothing then.
 */
export function migrateInstallation({ directDatabaseUrl, plugins }: InstalledSchema): Promise<string[]> {
  const refuseNewer: MigrationStep = async (client) => refuse((await readState(client, plugins)).newer);
  return migrateDatabase(directDatabaseUrl, coreMigrations(), [migrateJobs, migratePlugins(plugins)], refuseNewer);
}

/**
 * Creates the schema as it was when only these migrations were applied, by owner: `core`, or the id of a plugin. Throws
 * `StartupError` when this version does not know some of them, and changes nothing then.
 */
export async function migrateTo(
  recorded: Readonly<Record<string, readonly string[]>>,
  { directDatabaseUrl, plugins }: InstalledSchema,
): Promise<void> {
  const known = new Map([
    ['core', coreMigrations()],
    ...plugins.map(({ id, manifest }) => [id, manifest.migrations ?? []] as const),
  ]);
  for (const [owner, names] of Object.entries(recorded)) {
    const unknown = names.filter((name) => !known.get(owner)?.some((migration) => migration.name === name));
    if (unknown.length > 0)
      throw new StartupError(
        `Archivolt ${PRODUCT_VERSION}${owner === 'core' ? '' : ` with its plugins`} does not know the migrations ${someOf(unknown)} of ${owner}.\n` +
          `Remedy: use the version that applied them or a later one${owner === 'core' ? '' : `, with the plugin ${owner}`}.`,
      );
  }
  const wanted = (owner: string) => (known.get(owner) ?? []).filter(({ name }) => recorded[owner]?.includes(name));
  const pluginsThen = plugins.map((plugin) => ({
    ...plugin,
    manifest: { ...plugin.manifest, migrations: wanted(plugin.id) },
  }));
  await migrateDatabase(directDatabaseUrl, wanted('core'), [migrateJobs, migratePlugins(pluginsThen)]);
}

/** Changes nothing. */
export function schemaState({ directDatabaseUrl, plugins }: InstalledSchema): Promise<SchemaState> {
  return withClient(directDatabaseUrl, (client) => readState(client, plugins));
}

/** Throws `StartupError` with the remedy when this version cannot work with the schema as it is. */
export async function requireCurrentSchema(schema: InstalledSchema): Promise<void> {
  const { missing, newer } = await schemaState(schema);
  refuse(newer);
  if (missing.length === 0) return;
  throw new StartupError(
    `the database lacks ${missing.length} migration(s): ${someOf(missing)}.\n` +
      'Remedy: run `npm run cli -- migrate` once. A server migrates at its start with PROCESS_MODE=all or ' +
      'DATABASE_MIGRATE_ON_START=true.',
  );
}

async function readState(client: pg.Client, plugins: readonly LoadedPlugin[]): Promise<SchemaState> {
  const missing: string[] = [];
  const newer: string[] = [];
  const core = await migrationState(client, coreMigrations());
  missing.push(...core.pending);
  newer.push(...core.unknown);
  const jobTables = await stateOfJobTables(client);
  if (jobTables === 'older') missing.push(JOB_QUEUE);
  if (jobTables === 'newer') newer.push(JOB_QUEUE);
  let { newerVersion } = core;
  for (const { id, manifest } of plugins) {
    const state = await migrationState(client, manifest.migrations ?? [], id);
    missing.push(...state.pending.map((name) => `${id}/${name}`));
    newer.push(...state.unknown.map((name) => `${id}/${name}`));
    newerVersion ??= state.newerVersion;
  }
  return { missing, newer: newer.length === 0 ? undefined : describeNewer(newer, newerVersion) };
}

function describeNewer(migrations: readonly string[], version: string | undefined): string {
  const by = version === undefined ? 'a newer version of Archivolt or of a plugin' : `Archivolt ${version}`;
  return (
    `the database was migrated by ${by}, and this is Archivolt ${PRODUCT_VERSION}, which does not know ` +
    `${someOf(migrations)}.\n` +
    'Remedy: start the version that migrated it or a later one, or restore a backup from before the upgrade.'
  );
}

/** A new database lacks all of them. */
function someOf(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function refuse(newer: string | undefined): void {
  if (newer !== undefined) throw new StartupError(newer);
}
