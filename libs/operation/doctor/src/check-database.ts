import pg from 'pg';
import { DataConfig } from '#config/data';
import { ServerConfig } from '#config/server';
import { missingMigrations, type Installation } from '#operation/installation';
import type { CheckReport } from '#ground/features';
import { ok, problem } from './report.js';

export async function checkDatabase(installation: Installation): Promise<CheckReport> {
  const { rows } = await queryDatabase<{ version: string }>(
    installation,
    `select current_setting('server_version') as version`,
  );
  const { hostname, port, pathname } = new URL(installation.databaseUrl);
  const isEmbedded = installation.config(DataConfig).databaseUrl === undefined;
  const place = isEmbedded ? 'in the data folder' : `${pathname.slice(1)} at ${hostname}:${port || '5432'}`;
  return ok('database', `PostgreSQL ${rows[0]?.version ?? ''}, ${place}`);
}

/** Returns the names of missing migrations: ours, those of plugins and of the job queue. */
export async function missingSchema(installation: Installation): Promise<string[]> {
  const missing = await missingMigrations(installation.databaseUrl, installation.plugins);
  const { rows } = await queryDatabase<{ jobs: boolean }>(
    installation,
    `select to_regclass('job.version') is not null as jobs`,
  );
  return rows[0]?.jobs ? missing : [...missing, 'job queue'];
}

export function checkSchema(missing: readonly string[], installation: Installation): CheckReport {
  const subject = 'migrations';
  if (missing.length === 0) return ok(subject, 'all applied');
  const migrates =
    installation.config(DataConfig).migrateOnStart ?? installation.config(ServerConfig).processMode === 'all';
  const text = `${missing.length} to apply: ${missing.join(', ')}`;
  if (migrates) return ok(subject, `${text}; the next start does it`);
  return problem(subject, text, 'run `npm run cli -- migrate` once, or set DATABASE_MIGRATE_ON_START=true.');
}

export async function queryDatabase<Row extends object>(
  { databaseUrl }: Installation,
  text: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the query reports it
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}
