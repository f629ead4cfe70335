import type { Db } from 'pg-boss';
import { SCHEMA } from './pg-boss-options.js';

/** A kind of job that has waiting jobs. */
export interface WaitingKind {
  name: string;
  /** Until the first of its jobs is due; zero or less when one is. */
  dueInMs: number;
}

/** Waiting jobs of one kind that are looked at. A kind with as many counts as due: the dispatcher finds out. */
const LOOKED_AT = 1_000;

/** Returns when waiting jobs of these kinds are due, in one statement whose time does not depend on their number. */
export async function dueJobs(db: Db, names: readonly string[]): Promise<WaitingKind[]> {
  const { rows } = await db.executeSql(
    `select known.name, case when waiting.count = $2 then 0
         else extract(epoch from waiting.first - now()) * 1000 end::float8 as "dueInMs"
     from unnest($1::text[]) as known(name) cross join lateral (
       select count(*) as count, min(start_after) as first from (
         select start_after from ${SCHEMA}.job
         where job.name = known.name and state < 'active' and not blocked limit $2) as sample) as waiting
     where waiting.count > 0`,
    [names, LOOKED_AT],
  );
  return rows as WaitingKind[];
}
