import { type Readable } from 'node:stream';
import type { Sql } from '@archivolt/plugin-kit';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FILES_OF_SNAPSHOT } from '#capabilities/storage';
import { appliedMigrations, migrationOwners } from '#ground/database';

/** The migrations are in the manifest. What was done with backups is about this archive, not about a restored one. */
const NOT_KEPT = ['schema_migration', 'backup_run'];
/** The queue makes its other tables and their content itself. */
const KEPT_OF_QUEUE = ['queue', 'job'];
/** Jobs that ended are not kept; those that failed in their last attempt wait in a queue of their own. */
const WAITING_JOBS = `where state < 'completed'`;

export interface SnapshotTable {
  schema: string;
  name: string;
  columns: string[];
}

/** One state of the whole database, read table by table while the archive is in use. */
export class Snapshot {
  private constructor(private readonly client: pg.Client) {}

  /** The state is that of this moment. The caller ends the connection, and with it the transaction. */
  static async take(client: pg.Client): Promise<Snapshot> {
    await client.query('begin isolation level repeatable read read only');
    // Texts that another server and session read in the same way.
    await client.query(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
      set local extra_float_digits = 3; set local bytea_output = 'hex'; set local timezone = 'UTC'`);
    await client.query('select now()');
    return new Snapshot(client);
  }

  migrations(): Promise<Record<string, string[]>> {
    return migrationsIn(this.client);
  }

  /** All tables whose rows are kept. Unlogged ones are lost with each crash of the server, too. */
  async tables(): Promise<SnapshotTable[]> {
    const { rows } = await this.client.query<SnapshotTable>(
      `select n.nspname::text as schema, c.relname::text as name,
         array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
               and attgenerated = '' order by attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
         and (n.nspname = current_schema() and c.relname <> all($1) or n.nspname = 'job' and c.relname = any($2))
       order by schema, name`,
      [NOT_KEPT, KEPT_OF_QUEUE],
    );
    return rows;
  }

  /** A sequence is no part of the snapshot: read after it, it is never behind the rows. */
  async sequences(): Promise<{ schema: string; name: string; value: string }[]> {
    const { rows } = await this.client.query<{ schema: string; name: string; value: string }>(
      `select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
       where schemaname = current_schema() and last_value is not null order by name`,
    );
    return rows;
  }

  /** The rows as PostgreSQL copies them; `count` is known when they are read. */
  rows({ schema, name, columns }: SnapshotTable): { bytes: Readable; count: () => number } {
    const list = columns.map(pg.escapeIdentifier).join(', ');
    const filter = schema === 'job' && name === 'job' ? WAITING_JOBS : '';
    return this.#copy(`select ${list} from ${nameOf({ schema, name })} ${filter}`);
  }

  /** The files that the rows name, one a line: key, plugin, size and hash, separated by tabs. */
  files(): Readable {
    return this.#copy(FILES_OF_SNAPSHOT).bytes;
  }

  #copy(query: string): { bytes: Readable; count: () => number } {
    const stream = this.client.query(copyTo(`copy (${query}) to stdout`));
    return { bytes: stream, count: () => stream.rowCount };
  }
}

export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Names of the applied migrations, by owner. */
export async function migrationsIn(client: pg.Client): Promise<Record<string, string[]>> {
  const sql = sqlOn(client);
  const migrations: Record<string, string[]> = {};
  for (const owner of ['core', ...(await migrationOwners(sql))])
    migrations[owner] = await appliedMigrations(sql, owner);
  return migrations;
}

export function sqlOn(client: pg.Client): Pick<Sql, 'query'> {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  };
}
