import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { SCHEMA } from './pg-boss-options.js';

/** Creates or updates the tables of the queue. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => ({ rows: (await client.query(text, values)).rows as unknown[] }) },
    supervise: false,
    schedule: false,
    migrate: true,
  });
  boss.on('error', () => undefined); // start() rejects with it as well
  await boss.start();
  await boss.stop({ graceful: false });
}
