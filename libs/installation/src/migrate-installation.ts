import { migrateDatabase } from '#libs/database';
import { migrationsOf } from '#libs/feature';
import { migrateJobs } from '#libs/jobs';
import { migratePlugins, type LoadedPlugin } from '#libs/plugin-host';
import { FEATURES } from './features.js';

/** Every migration of the product itself, in the order of their application. */
export const coreMigrations = () => migrationsOf(FEATURES);

/** Migrates the whole schema: core, job queue and plugins. Returns the names of the applied migrations. */
export function migrateInstallation(databaseUrl: string, plugins: readonly LoadedPlugin[]): Promise<string[]> {
  return migrateDatabase(databaseUrl, coreMigrations(), [migrateJobs, migratePlugins(plugins)]);
}
