import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  applyMigrations,
  createOrm,
  createPool,
  migrateDatabase,
  migrationState,
  revertDatabase,
  withClient,
} from '#ground/database';
import { coreMigrations } from '#operation/installation';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('migrations of the core', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const tables = async (): Promise<string[]> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
    );
    await client.end();
    return rows.map((row) => row.name);
  };

  const pending = async (): Promise<string[]> =>
    withClient(database.url, async (client) => (await migrationState(client, coreMigrations())).pending);

  it('all migrations apply, revert completely and apply again with the same tables', async () => {
    expect((await pending()).length).toBeGreaterThan(0);
    await migrateDatabase(database.url, coreMigrations());
    expect(await pending()).toEqual([]);
    const first = await tables();
    expect(first).toContain('document');
    await revertDatabase(database.url, coreMigrations());
    expect(await tables()).toEqual([]);
    await migrateDatabase(database.url, coreMigrations());
    expect(await tables()).toEqual(first);
  });

  it('0018-pruned-position starts where the log of an archive has its last gap', async () => {
    const old = await createTestDatabase();
    const client = new pg.Client({ connectionString: old.url });
    await client.connect();
    await client.query(
      'create table schema_migration (owner text, name text, applied_at timestamptz default now(), version text)',
    );
    const migrations = coreMigrations();
    const place = migrations.findIndex(({ name }) => name === '0018-pruned-position');
    await applyMigrations(client, 'core', migrations.slice(0, place));
    await client.query(`
      insert into organization (id, created_at, updated_at, name)
      select id, now(), now(), id from unnest(array['org_empty', 'org_gap', 'org_gone', 'org_new', 'org_whole']) id;
      insert into organization_log (organization_id, event_position)
      values ('org_empty', 0), ('org_gap', 6), ('org_gone', 4), ('org_new', 3), ('org_whole', 2);
      insert into event (id, created_at, organization_id, position, name, payload)
      select organization_id || position, now(), organization_id, position, 'tag:created', '{}' from (values
        ('org_gap', 2), ('org_gap', 5), ('org_gap', 6), ('org_new', 2), ('org_whole', 1), ('org_whole', 2)
      ) as given(organization_id, position)`);
    await applyMigrations(client, 'core', migrations.slice(0, place + 1));
    const { rows } = await client.query('select organization_id, pruned_position from organization_log order by 1');
    expect(rows.map((row: object) => Object.values(row) as unknown[])).toEqual([
      ['org_empty', '0'],
      ['org_gap', '4'],
      ['org_gone', '4'],
      ['org_new', '3'], // its newest event is gone
      ['org_whole', '0'],
    ]);
    await client.end();
    await old.drop();
  });

  it('0010-history moves the event positions, counts the documents of an archive, and can be reverted', async () => {
    const old = await createTestDatabase();
    const client = new pg.Client({ connectionString: old.url });
    await client.connect();
    await client.query(
      'create table schema_migration (owner text, name text, applied_at timestamptz default now(), version text)',
    );
    const migrations = coreMigrations();
    const place = migrations.findIndex(({ name }) => name === '0010-history');
    await applyMigrations(client, 'core', migrations.slice(0, place));
    await client.query(`
      insert into organization (id, created_at, updated_at, name, event_position)
        values ('org_full', now(), now(), 'Full', 41), ('org_empty', now(), now(), 'Empty', 0);
      insert into stored_file (storage_key, state) values ('a', 'committed'), ('b', 'committed'), ('c', 'committed');
      insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
        original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
      select key, now(), now(), 'org_full', 'x', size, key, key, 'x', 'x', 'text/plain', 'completed', gone
      from (values ('a', 5000000000, null), ('b', 1, null), ('c', 7, now())) as given(key, size, gone);
      insert into event (id, created_at, organization_id, position, name, payload)
        values ('evt_1', now(), 'org_full', 41, 'tag:created', '{}')`);
    await applyMigrations(client, 'core', migrations.slice(0, place + 1));
    const { rows } = await client.query<Record<string, string>>('select * from organization_log order by 1');
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['org_empty', '0', '0', '0', '0', '0'],
      ['org_full', '41', '2', '5000000001', '1', '7'],
    ]);
    await client.query(migrations[place]?.down ?? '');
    const back = await client.query('select id, event_position from organization order by id');
    expect(back.rows).toEqual([
      { id: 'org_empty', event_position: '0' },
      { id: 'org_full', event_position: '41' },
    ]);
    expect((await client.query('select id, organization_id, position from event')).rows).toHaveLength(1);
    await client.query(`delete from document`);
    await client.query(`delete from organization where id = 'org_full'`);
    expect((await client.query('select from event')).rows).toEqual([]);
    await client.end();
    await old.drop();
  });

  it('migrations apply once when several processes start at the same time', async () => {
    const other = await createTestDatabase();
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(other.url, coreMigrations())));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await other.drop();
  });

  it('migrations create the columns that the entities declare', async () => {
    await migrateDatabase(database.url, coreMigrations());
    const pool = createPool(database.url, 4);
    const orm = await createOrm(pool);
    const defined = [...orm.getMetadata().getAll().values()];
    expect(defined.map(({ tableName }) => tableName).sort()).toEqual([...(await tables()), 'schema_migration'].sort());
    for (const { tableName, props } of defined) {
      const { rows } = await pool.query<{ name: string; type: string; nullable: boolean }>(
        `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
         from pg_attribute a where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attname`,
        [`"${tableName}"`],
      );
      const columns = props.map((property) => ({
        name: property.fieldNames[0] ?? property.name,
        type: inPostgresWords(property.columnTypes[0] ?? ''),
        nullable: property.nullable ?? false,
      }));
      expect({ tableName, columns: columns.sort((one, other) => (one.name < other.name ? -1 : 1)) }).toEqual({
        tableName,
        columns: rows,
      });
    }
    await orm.close(true);
  });
});

function inPostgresWords(columnType: string): string {
  const words: Record<string, string> = {
    'timestamptz(3)': 'timestamp(3) with time zone',
    timestamptz: 'timestamp with time zone',
    bigserial: 'bigint',
    int: 'integer',
    varchar: 'text',
  };
  return words[columnType] ?? columnType;
}
