import { migrateDatabase } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import { migratePlugins, type LoadedPlugin } from '#libs/plugin-host';

/** Brings the whole schema up to date: ours, the job queue's and the plugins'. Gives the names of what was applied. */
export function migrateInstallation(databaseUrl: string, plugins: readonly LoadedPlugin[]): Promise<string[]> {
  return migrateDatabase(databaseUrl, [migrateJobs, migratePlugins(plugins)]);
}
