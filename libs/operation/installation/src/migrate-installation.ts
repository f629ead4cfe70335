import { migrateDatabase, pendingMigrations } from '#ground/database';
import { migrationsOf } from '#ground/features';
import { migrateJobs } from '#ground/jobs';
import { migratePlugins, type LoadedPlugin } from '#ground/plugin-host';
import { FEATURES } from './features.js';

/** Every migration of the product itself, in the order of their application. */
export const coreMigrations = () => migrationsOf(FEATURES);

/** Migrates the whole schema: core, job queue and plugins. Returns the names of the applied migrations. */
export function migrateInstallation(databaseUrl: string, plugins: readonly LoadedPlugin[]): Promise<string[]> {
  return migrateDatabase(databaseUrl, coreMigrations(), [migrateJobs, migratePlugins(plugins)]);
}

/** Returns the names of the migrations that are not applied yet: those of the product, then those of the plugins. */
export async function missingMigrations(databaseUrl: string, plugins: readonly LoadedPlugin[]): Promise<string[]> {
  const missing = await pendingMigrations(databaseUrl, coreMigrations());
  for (const { id, manifest } of plugins) {
    const ofPlugin = await pendingMigrations(databaseUrl, manifest.migrations ?? [], id);
    missing.push(...ofPlugin.map((name) => `${id}/${name}`));
  }
  return missing;
}
