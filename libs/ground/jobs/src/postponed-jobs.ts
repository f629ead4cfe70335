import type { Db } from 'pg-boss';
import type { PostponedJob } from './job-handler.js';
import { CHANNEL, SCHEMA } from './pg-boss-options.js';

interface RunningJob {
  id: string;
  name: string;
}

export interface HastenOptions<Field extends string> {
  /** Only jobs with at most this value in this number of their data; those with the smallest come first. */
  atMost?: { field: Field; value: number };
  /** When they are due; now by default. */
  until?: Date;
  /** No more than so many, those with the smallest number. */
  jobs?: number;
}

/** The job waits as if it were new: its attempts so far do not count. */
export async function postpone(db: Db, { name, id }: RunningJob, { until, data }: PostponedJob): Promise<void> {
  await db.executeSql(
    `update ${SCHEMA}.job set state = 'created', start_after = $3, data = data || $4::jsonb, retry_count = 0,
       started_on = null, heartbeat_on = null
     where name = $1 and id = $2::uuid and state = 'active'`,
    [name, id, until, JSON.stringify(data)],
  );
}

/** The failure of this attempt then moves the job to the dead-letter queue. */
export async function retryNoMore(db: Db, { name, id }: RunningJob): Promise<void> {
  await db.executeSql(
    `update ${SCHEMA}.job set retry_limit = retry_count where name = $1 and id = $2::uuid and state = 'active'`,
    [name, id],
  );
}

/** Makes postponed jobs due earlier. */
export async function hasten(
  db: Db,
  name: string,
  [field, value]: readonly [string, string],
  options: HastenOptions<string>,
): Promise<void> {
  const { atMost = { field: '', value: 0 }, until = null, jobs = null } = options;
  await db.executeSql(
    `with due as (
       update ${SCHEMA}.job set start_after = coalesce($6::timestamptz, now())
       where name = $1 and id in (
         select id from ${SCHEMA}.job
         where name = $1 and state = 'created' and start_after > coalesce($6::timestamptz, now()) and data ->> $2 = $3
           and coalesce((data ->> $4)::int, 0) <= $5
         order by coalesce((data ->> $4)::int, 0), created_on limit $7 for update)
       returning id)
     select pg_notify($8, $1) from due limit 1`,
    [name, field, value, atMost.field, atMost.value, until, jobs, CHANNEL],
  );
}
