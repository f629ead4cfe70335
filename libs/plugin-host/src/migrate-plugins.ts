import { applyMigrations, type MigrationStep } from '#libs/database';
import type { LoadedPlugin } from './load-plugins.js';

/** Migrates the schema of search plugins that keep their index in PostgreSQL. */
export function migratePlugins(plugins: readonly LoadedPlugin[]): MigrationStep {
  return async (client) => {
    for (const { id, manifest } of plugins) {
      await applyMigrations(client, id, manifest.provides.search?.migrations ?? []);
    }
  };
}
