import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, migrateDatabase, pendingMigrations, revertDatabase } from '#libs/database';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('the migrations', () => {
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

  it('go up, down and up again, and leave nothing behind below', async () => {
    expect((await pendingMigrations(database.url)).length).toBeGreaterThan(0);
    await migrateDatabase(database.url);
    expect(await pendingMigrations(database.url)).toEqual([]);
    const first = await tables();
    expect(first).toContain('document');
    await revertDatabase(database.url);
    expect(await tables()).toEqual([]);
    await migrateDatabase(database.url);
    expect(await tables()).toEqual(first);
  });

  it('are applied once when many processes start at the same time', async () => {
    const other = await createTestDatabase();
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(other.url)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await other.drop();
  });

  it('make the tables that the entities expect', async () => {
    await migrateDatabase(database.url);
    const pool = createPool(database.url, 4);
    const orm = await createOrm(pool);
    const mapped = [...orm.getMetadata().getAll().values()];
    expect(mapped.length).toBeGreaterThan(5);
    for (const { tableName, props } of mapped) {
      const { rows } = await pool.query<{ name: string; type: string; nullable: boolean }>(
        `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
         from pg_attribute a where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`,
        [`"${tableName}"`],
      );
      const columns = new Map(rows.map((row) => [row.name, row]));
      for (const property of props) {
        const name = property.fieldNames[0] ?? property.name;
        expect({ table: tableName, column: name, ...columns.get(name) }).toMatchObject({
          type: inPostgresWords(property.columnTypes[0] ?? ''),
          nullable: property.nullable ?? false,
        });
      }
    }
    await orm.close(true);
  });
});

function inPostgresWords(columnType: string): string {
  const words: Record<string, string> = {
    'timestamptz(3)': 'timestamp(3) with time zone',
    int: 'integer',
    varchar: 'text',
  };
  return words[columnType] ?? columnType;
}
