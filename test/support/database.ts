import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { addMovableTime, USE_MOVABLE_TIME } from './movable-time.js';

/** A separate database for one spec file or test. */
export interface TestDatabase {
  readonly url: string;
  /** Closes open connections and removes the database. */
  drop(): Promise<void>;
}

/** Migrates an empty database to the state that the template should have. */
export type Migrate = (url: string) => Promise<unknown>;

const TEMPLATE_LOCK = 1_095_910_232;
const NO_SUCH_DATABASE = '3D000';
const IN_USE = '55006';

/** Creates an empty database. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create('template1');
}

/**
 * Creates a database with the whole schema: a copy of a template that is migrated once per run. Another `migrate`
 * needs another `template` name.
 */
export async function createMigratedDatabase(
  migrate: Migrate = migrateWithTheProduct,
  template = 'migrated',
): Promise<TestDatabase> {
  const name = `${run()}_template_${template}`;
  const isMissing = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE;
  try {
    return await create(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await makeTemplate(name, migrate);
  return create(name);
}

async function migrateWithTheProduct(url: string): Promise<void> {
  const [{ migrateDatabase }, { coreMigrations }] = await Promise.all([
    import('#ground/database'),
    import('#operation/installation'),
  ]);
  await migrateDatabase(url, coreMigrations());
}

/** It gets its name when it is complete, so that no other worker copies half of it. */
function makeTemplate(name: string, migrate: Migrate): Promise<void> {
  return asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]); // until the session ends
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`); // left by a worker that failed half-way
    await client.query(`create database ${draft} template template1`);
    await client.query(USE_MOVABLE_TIME(draft));
    await addMovableTime(urlOf(draft));
    await migrate(urlOf(draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
}

async function create(template: string): Promise<TestDatabase> {
  const name = `${run()}_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than logging each page, which a database that is lost with the run does not need.
  await asAdministrator(async (client) => {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    await client.query(USE_MOVABLE_TIME(name));
  });
  return {
    url: urlOf(name),
    drop: async () => {
      await asAdministrator(async (client) => {
        // A pool has ended before its connections have. Terminated, they would fail the test that runs then, so they get
        // the five seconds for which PostgreSQL waits.
        try {
          await client.query(`drop database if exists ${name}`);
        } catch (error) {
          if ((error as { code?: string }).code !== IN_USE) throw error;
          await client.query(`drop database if exists ${name} with (force)`);
        }
      });
    },
  };
}

async function asAdministrator<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env['ARCHIVOLT_TEST_POSTGRES_URL'];
  if (!url) throw new Error('This test has no PostgreSQL; name the file *.db-spec.ts or *.e2e-spec.ts.');
  return url;
}

function run(): string {
  return process.env['ARCHIVOLT_TEST_RUN'] ?? 'test';
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
