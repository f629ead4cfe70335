import { applyMigrations, type MigrationStep } from '#libs/database';
import type { LoadedPlugin } from './load-plugins.js';

/** Migrates the tables of the plugins. */
export function migratePlugins(plugins: readonly LoadedPlugin[]): MigrationStep {
  return async (client) => {
    for (const { id, manifest } of plugins) {
      await applyMigrations(client, id, manifest.migrations ?? []);
    }
  };
}
