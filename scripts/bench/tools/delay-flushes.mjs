// Makes the flushes of the embedded PostgreSQL slower, as on a disk that takes longer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** PostgreSQL then waits before each flush of a commit; others that commit meanwhile join it. */
export async function delayFlushes({ dataDir }, milliseconds) {
  const home = join(dataDir, 'postgres');
  const client = new pg.Client({
    host: join(home, 'run'),
    user: 'postgres',
    database: 'postgres',
    password: readFileSync(join(home, 'password'), 'utf8').trim(),
  });
  await client.connect();
  await client.query(`alter system set commit_delay = ${milliseconds * 1000}`);
  await client.query('alter system set commit_siblings = 0');
  await client.query('select pg_reload_conf()');
  await client.end();
}
