import type { Sql } from '@archivolt/plugin-kit';
import pg from 'pg';
import { PRODUCT_VERSION } from '#ground/settings';
import type { Migration } from './migration.js';

/** What runs under the same lock: checks before, and the migrations of the job queue and of plugins. */
export type MigrationStep = (client: pg.Client) => Promise<void>;

/** The owner of the list of migrations of the product itself. */
const CORE = 'core';
const ADVISORY_LOCK = 7_418_530_021;

/**
 * Applies missing core migrations, then the steps. Safe in many processes at once: one migrates, the others wait.
 * `check` may refuse the database before anything is applied.
 */
export async function migrateDatabase(
  url: string,
  migrations: readonly Migration[],
  steps: readonly MigrationStep[] = [],
  check: MigrationStep = () => Promise.resolve(),
): Promise<string[]> {
  return withClient(url, async (client) => {
    // Released at the end of the session: an unlock statement could fail and hide why a migration failed.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await createMigrationTable(client);
    await check(client);
    const applied = await applyMigrations(client, CORE, migrations);
    for (const step of steps) await step(client);
    return applied;
  });
}

/** How a database stands to one list of migrations. */
export interface MigrationState {
  /** Names of those that are not applied yet. */
  pending: string[];
  /** Names of applied ones that are not in the list: a newer version has applied them. */
  unknown: string[];
  /** The version of Archivolt that applied the last of the unknown ones, where it is recorded. */
  newerVersion: string | undefined;
}

/** Reads how the database stands to the list of an owner, by default that of the product. Changes nothing. */
export async function migrationState(
  client: pg.Client,
  migrations: readonly Migration[],
  owner: string = CORE,
): Promise<MigrationState> {
  const names = migrations.map(({ name }) => name);
  const table = await client.query<{ present: boolean }>(
    `select to_regclass('schema_migration') is not null as present`,
  );
  if (table.rows[0]?.present !== true) return { pending: names, unknown: [], newerVersion: undefined };
  const { rows } = await client.query<{ name: string; version: string | null }>(
    // Databases of earlier versions have no column for the version.
    `select name, to_jsonb(applied) ->> 'version' as version from schema_migration applied where owner = $1 order by name`,
    [owner],
  );
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(names);
  const unknown = rows.filter(({ name }) => !known.has(name));
  return {
    pending: names.filter((name) => !applied.has(name)),
    unknown: unknown.map(({ name }) => name),
    newerVersion: unknown.at(-1)?.version ?? undefined,
  };
}

/** Names of all applied migrations of one list. */
export async function appliedMigrations(sql: Pick<Sql, 'query'>, owner: string): Promise<string[]> {
  const rows = await sql.query<{ name: string }>('select name from schema_migration where owner = $1 order by name', [
    owner,
  ]);
  return rows.map(({ name }) => name);
}

/** Forgets that migrations of a list were applied, when their tables have been removed. */
export async function forgetMigrations(sql: Pick<Sql, 'query'>, owner: string): Promise<void> {
  await sql.query('delete from schema_migration where owner = $1', [owner]);
}

/** The lists of migrations that have been applied, apart from the one of the core. */
export async function migrationOwners(sql: Pick<Sql, 'query'>): Promise<string[]> {
  const rows = await sql.query<{ owner: string }>(
    'select distinct owner from schema_migration where owner <> $1 order by owner',
    [CORE],
  );
  return rows.map(({ owner }) => owner);
}

/** Runs around each migration, in its transaction; an error takes the migration back. */
export type AroundMigration = (migration: Migration, apply: () => Promise<void>) => Promise<void>;

/** Applies the missing migrations of one list; `owner` distinguishes the lists of core and plugins. */
export async function applyMigrations(
  client: pg.Client,
  owner: string,
  list: readonly Migration[],
  around: AroundMigration = (_, apply) => apply(),
): Promise<string[]> {
  const applied = await appliedNames(client, owner);
  const missing = list.filter((migration) => !applied.has(migration.name));
  for (const migration of missing) {
    await inTransaction(client, async () => {
      await around(migration, async () => {
        await client.query(migration.up);
      });
      await client.query('insert into schema_migration (owner, name, version) values ($1, $2, $3)', [
        owner,
        migration.name,
        PRODUCT_VERSION,
      ]);
    });
  }
  return missing.map((migration) => migration.name);
}

/** Reverts every core migration, newest first. */
export async function revertDatabase(url: string, migrations: readonly Migration[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const migration of [...migrations].reverse()) {
      const { down } = migration;
      if (down === undefined) throw new Error(`migration ${migration.name} cannot be reverted`);
      await inTransaction(client, async () => {
        await client.query(down);
        await client.query(`delete from schema_migration where owner = 'core' and name = $1`, [migration.name]);
      });
    }
  });
}

async function createMigrationTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    owner text not null, name text not null, applied_at timestamptz not null default now(), primary key (owner, name));
    alter table schema_migration add column if not exists version text`);
}

async function appliedNames(client: pg.Client, owner: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration where owner = $1', [owner]);
  return new Set(rows.map((row) => row.name));
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the running query reports the error
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
