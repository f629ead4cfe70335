import type { Db } from 'pg-boss';
import { CHANNEL, SCHEMA } from './pg-boss-options.js';

/**
 * Returns unfinished jobs to the queue, so that another process can fetch them at once. The attempt does not count:
 * pg-boss increments `retry_count` when a started job is fetched again. A late result of the attempt is ignored.
 */
export async function handBack(db: Db, jobs: readonly { id: string }[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.executeSql(
    `with returned as (
       update ${SCHEMA}.job set state = 'retry', retry_count = retry_count - 1, start_after = now(), heartbeat_on = null
       where id = any($1::uuid[]) and state = 'active' returning name)
     select pg_notify($2, name) from returned group by name`,
    [jobs.map(({ id }) => id), CHANNEL],
  );
}

/** Skips jobs on their last attempt: they may have crashed the process. The heartbeat timeout dead-letters them. */
export async function retryOrphans(db: Db): Promise<void> {
  await db.executeSql(
    `update ${SCHEMA}.job set state = 'retry', start_after = now(), heartbeat_on = null
     where state = 'active' and retry_count < retry_limit`,
  );
}
