import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { SequenceInBackup, TableInBackup } from './manifest.js';
import { migrationsIn, nameOf } from './snapshot.repository.js';

/** Each archive that was used has rows in one of them; nothing but people adds rows to them. */
const TABLES_OF_PEOPLE = ['user', 'organization', 'document', 'stored_file'];
const SCHEMAS = `(select oid from pg_namespace where nspname in (current_schema(), 'job'))`;

/** The tables that a backup is restored into. */
export class RestoredDatabase {
  constructor(private readonly client: pg.Client) {}

  /** Names a table that is not of an empty archive; undefined when nothing would be lost. */
  async contents(): Promise<string | undefined> {
    const { rows: tables } = await this.client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       order by (relname = 'schema_migration') desc, name`,
    );
    const names = tables.map(({ name }) => name);
    if (names[0] !== 'schema_migration') return names[0];
    for (const name of TABLES_OF_PEOPLE.filter((each) => names.includes(each))) {
      const { rowCount } = await this.client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
      if (rowCount) return name;
    }
    return undefined;
  }

  /** The connections of servers, workers and commands of the product to this database. */
  async sessionsOfServers(): Promise<{ sessions: number; first: string }> {
    const { rows } = await this.client.query<{ sessions: number; first: string }>(
      `select count(*)::int as sessions, coalesce(min(backend_start)::timestamptz(0)::text, '') as first
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, 'archivolt')`,
    );
    return rows[0] ?? { sessions: 0, first: '' };
  }

  /** Names of the applied migrations, by owner. */
  async migrations(): Promise<Record<string, string[]>> {
    const { rows } = await this.client.query<{ present: boolean }>(
      `select to_regclass('schema_migration') is not null as present`,
    );
    return rows[0]?.present === true ? migrationsIn(this.client) : {};
  }

  /**
   * Replaces all rows in one transaction. Constraints between tables and triggers are off meanwhile: tables come in any
   * order, and what triggers would write is in the backup. The constraints are checked before the commit.
   */
  async fill(
    { tables, sequences }: { tables: readonly TableInBackup[]; sequences: readonly SequenceInBackup[] },
    rowsOf: (table: TableInBackup) => Readable,
    finish: () => Promise<void>,
  ): Promise<void> {
    await this.client.query(`begin; set local timezone = 'UTC'`);
    try {
      const names = tables.map(nameOf);
      const constraints = await this.#constraints();
      for (const { table, name } of constraints)
        await this.client.query(`alter table ${table} drop constraint ${name}`);
      for (const name of names) await this.client.query(`alter table ${name} disable trigger user`);
      if (names.length > 0) await this.client.query(`truncate ${names.join(', ')}`);
      for (const table of tables) await this.#copy(table, rowsOf(table));
      for (const { schema, name, value } of sequences)
        await this.client.query('select setval($1::regclass, $2)', [nameOf({ schema, name }), value]);
      await finish();
      for (const name of names) await this.client.query(`alter table ${name} enable trigger user`);
      for (const { table, name, definition } of constraints)
        await this.client.query(`alter table ${table} add constraint ${name} ${definition}`);
      await this.client.query('commit');
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
    await this.client.query('analyze');
  }

  async #copy(table: TableInBackup, rows: Readable): Promise<void> {
    const columns = table.columns.map(pg.escapeIdentifier).join(', ');
    const target = this.client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`));
    await pipeline(rows, target);
    if (target.rowCount !== table.rows)
      throw new Error(`the table ${table.name} got ${target.rowCount} rows instead of ${table.rows}`);
  }

  async #constraints(): Promise<{ table: string; name: string; definition: string }[]> {
    const { rows } = await this.client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ${SCHEMAS} order by conrelid, conname`,
    );
    return rows;
  }
}
