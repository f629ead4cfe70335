import type { Sql } from '@archivolt/plugin-kit';
import { appliedMigrations, forgetMigrations, migrationOwners } from '#ground/database';
import { dropObjects, objectsOf, type SchemaObject } from './schema-objects.js';

/** What a plugin has left in the database. */
export interface PluginRemains {
  objects: SchemaObject[];
  /** Names of applied migrations. */
  migrations: string[];
  /** Number of values. */
  stateValues: number;
}

/** Returns what a plugin has in the database. */
export async function remainsOf(
  sql: Pick<Sql, 'query'>,
  id: string,
  installed: readonly string[],
): Promise<PluginRemains> {
  const migrations = await appliedMigrations(sql, id);
  const objects = await objectsOf(sql, id, [...installed, ...(await migrationOwners(sql))]);
  const [state] = await sql.query<{ count: number }>(
    'select count(*)::int as count from plugin_state where plugin_id = $1',
    [id],
  );
  // Without an applied migration, tables with this prefix are not those of the plugin.
  return { objects: migrations.length === 0 ? [] : objects, migrations, stateValues: state?.count ?? 0 };
}

/** Drops the tables of a plugin, its state, and the record of its migrations, or nothing. */
export async function removeRemains(sql: Sql, id: string, { objects }: PluginRemains): Promise<void> {
  await sql.transaction(async (transaction) => {
    await dropObjects(transaction, objects);
    await transaction.query('delete from plugin_state where plugin_id = $1', [id]);
    await forgetMigrations(transaction, id);
  });
}
