import type { Sql } from '@archivolt/plugin-kit';
import { appliedMigrations, forgetMigrations, migrationOwners } from '#libs/database';
import { dropObjects, isNamedAfter, schemaObjects, type SchemaObject } from './schema-objects.js';

/** What a plugin has left in the database. */
export interface PluginRemains {
  objects: SchemaObject[];
  /** Names of applied migrations. */
  migrations: string[];
  /** Number of values. */
  stateValues: number;
}

/**
 * Returns what a plugin has in the database. The tables of `search-a-b` begin with the prefix of `search-a`, too, so what
 * has the prefix of another known plugin with a longer id is left out.
 */
export async function remainsOf(
  sql: Pick<Sql, 'query'>,
  id: string,
  installed: readonly string[],
): Promise<PluginRemains> {
  const others = [...installed, ...(await migrationOwners(sql))].filter((other) => other.startsWith(`${id}-`));
  const migrations = await appliedMigrations(sql, id);
  const objects = (await schemaObjects(sql)).filter(
    ({ schema, name }) => schema !== '' && isNamedAfter(id, name) && !others.some((other) => isNamedAfter(other, name)),
  );
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
