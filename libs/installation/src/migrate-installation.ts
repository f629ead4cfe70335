import { migrateDatabase } from '#libs/database';
import { migrationsOf } from '#libs/feature';
import { migrateJobs } from '#libs/jobs';
import { migratePlugins, type LoadedPlugin } from '#libs/plugin-host';
import { FEATURES } from './features.js';

/** Every migration of the product itself, in the order they are applied. */
export const coreMigrations = () => migrationsOf(FEATURES);

/** Brings the whole schema up to date: ours, the job queue's and the plugins'. Gives the names of what was applied. */
export function migrateInstallation(databaseUrl: string, plugins: readonly LoadedPlugin[]): Promise<string[]> {
  return migrateDatabase(databaseUrl, coreMigrations(), [migrateJobs, migratePlugins(plugins)]);
}
