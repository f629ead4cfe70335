import pg from 'pg';
import { withClient } from '#ground/database';
import { TestNotPossible } from './manifest.js';

/** Creates an empty database of this name, instead of one that a killed test has left. Returns its URL. */
export async function createScratchDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string; may: boolean }>(
      'select rolname::text as name, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (rows[0]?.may !== true)
      throw new TestNotPossible(
        `the user ${rows[0]?.name ?? ''} of PostgreSQL may not create the database of a test restore.\n` +
          `Remedy: allow it with \`alter role ... createdb\`, or name a server where it may in BACKUP_TEST_DATABASE_URL.`,
      );
    await drop(client, name);
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export function dropScratchDatabase(serverUrl: string, name: string): Promise<void> {
  return withClient(serverUrl, (client) => drop(client, name));
}

/** Bytes on the disk of the server. */
export function sizeOfDatabase(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    return rows[0]?.bytes ?? 0;
  });
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}
