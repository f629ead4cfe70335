import { createRequire } from 'node:module';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { SCHEMA } from './pg-boss-options.js';

/** The version of the tables that this pg-boss works with. */
const OWN_VERSION = (createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }).pgboss
  .schema;

/** Creates or updates the tables of the queue. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const boss = bossOver(client);
  boss.on('error', () => undefined); // start() rejects with it as well
  await boss.start();
  await boss.stop({ graceful: false });
}

/** `older`: the tables of the queue are missing, or those of an earlier version. */
export async function stateOfJobTables(client: pg.Client): Promise<'current' | 'newer' | 'older'> {
  const boss = bossOver(client);
  const version = (await boss.isInstalled()) ? ((await boss.schemaVersion()) ?? 0) : 0;
  if (version === OWN_VERSION) return 'current';
  return version > OWN_VERSION ? 'newer' : 'older';
}

function bossOver(client: pg.Client): PgBoss {
  return new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => ({ rows: (await client.query(text, values)).rows as unknown[] }) },
    supervise: false,
    schedule: false,
    migrate: true,
  });
}
