import pg from 'pg';
import { DataConfig } from '#config/data';
import { ServerConfig } from '#config/server';
import type { Installation, SchemaState } from '#operation/installation';
import type { CheckReport } from '#ground/features';
import { failure, ok, problem } from './report.js';

export async function checkDatabase(installation: Installation): Promise<CheckReport> {
  const { rows } = await queryDatabase<{ version: string }>(
    installation,
    `select current_setting('server_version') as version`,
  );
  const { databaseUrl, directUrl } = installation.config(DataConfig);
  const place = databaseUrl === undefined ? 'in the data folder' : placeOf(databaseUrl);
  const direct = directUrl === undefined ? '' : ` by a connection pooler, and directly ${placeOf(directUrl)}`;
  return ok('database', `PostgreSQL ${rows[0]?.version ?? ''}, ${place}${direct}`);
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${hostname}:${port || '5432'}`;
}

export function checkSchema({ missing, newer }: SchemaState, installation: Installation): CheckReport {
  const subject = 'migrations';
  if (newer !== undefined) return failure(subject, new Error(newer));
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
