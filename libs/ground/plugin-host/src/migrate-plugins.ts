import type { Sql } from '@archivolt/plugin-kit';
import pg from 'pg';
import { applyMigrations, appliedMigrations, migrationOwners, type MigrationStep } from '#ground/database';
import type { LoadedPlugin } from './load-plugins.js';
import {
  foreignChanges,
  isNamedAfter,
  objectsOf,
  schemaObjects,
  schemaPrefix,
  type SchemaObject,
} from './schema-objects.js';

/** Tables of a released plugin from before plugins had prefixes; their indexes and sequences begin with these names. */
const EARLIER_TABLES: Readonly<Record<string, readonly string[]>> = {
  'search-postgres': ['search_organization', 'search_document', 'search_text'],
};

/** Changes that a message names. */
const SHOWN = 5;

/**
 * Migrates the tables of the plugins. A migration that creates or changes something whose name does not begin with the
 * prefix of its plugin is taken back.
 */
export function migratePlugins(
  plugins: readonly Pick<LoadedPlugin, 'id' | 'manifest' | 'packageName'>[],
): MigrationStep {
  return async (client) => {
    const sql: Pick<Sql, 'query'> = {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Row[],
    };
    for (const { id, packageName, manifest } of plugins) {
      const migrations = manifest.migrations ?? [];
      if (migrations.length > 0) await checkName(sql, { id, packageName }, plugins);
      const list = migrations.map(({ name, up }) => ({ name, up: insideTransaction(up) }));
      await applyMigrations(client, id, list, async ({ name }, apply) => {
        const before = await schemaObjects(sql);
        const refuse = (what: string, remedy: string, cause?: unknown): never => {
          throw new Error(`the migration ${name} of the plugin ${packageName} ${what}.\nRemedy: ${remedy}.`, { cause });
        };
        const remedy = `correct the migration, or leave the plugin out with PLUGINS_DISABLED=${id}; nothing of it was applied`;
        await apply().catch((error: unknown) => refuse(`failed: ${(error as Error).message}`, remedy, error));
        const changes = foreignChanges(before, await schemaObjects(sql), (object) => belongsTo(id, object));
        if (changes.length === 0) return;
        const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : '';
        refuse(
          `${changes.slice(0, SHOWN).join(', ')}${more}; the names of its tables, indexes and functions must begin with ${schemaPrefix(id)}`,
          remedy,
        );
      });
    }
  };
}

/**
 * Throws when a plugin without tables would have the names of tables that are there already: of the host, such as
 * `intake_file` for the plugin `intake-file`. It could change them, and `plugins remove` would drop them.
 */
async function checkName(
  sql: Pick<Sql, 'query'>,
  { id, packageName }: Pick<LoadedPlugin, 'id' | 'packageName'>,
  plugins: readonly Pick<LoadedPlugin, 'id'>[],
): Promise<void> {
  if ((await appliedMigrations(sql, id)).length > 0) return;
  const [taken] = await objectsOf(sql, id, [...plugins.map((plugin) => plugin.id), ...(await migrationOwners(sql))]);
  if (!taken) return;
  throw new Error(
    `the plugin ${packageName} cannot have tables: the ${taken.kind} "${taken.name}" exists already and has a name of the plugin ${id}.\n` +
      `Remedy: give the plugin another id, or leave it out with PLUGINS_DISABLED=${id}.`,
  );
}

/** Makes one statement, so that a `commit` in it is an error and cannot keep what the check would roll back. */
function insideTransaction(up: string): string {
  return `do ${pg.escapeLiteral(`begin execute ${pg.escapeLiteral(up)}; end`)}`;
}

/** True for everything whose name says that it is of this plugin; a trigger is what its table is. */
function belongsTo(id: string, { kind, name, args }: SchemaObject): boolean {
  const subject = kind === 'trigger' ? args : name;
  return isNamedAfter(id, subject) || (EARLIER_TABLES[id] ?? []).some((table) => subject.startsWith(table));
}
