import type { Db } from 'pg-boss';
import type { JobDefinition } from './job-definition.js';
import type { WaitingGroup } from './job-dispatcher.js';
import { SCHEMA } from './pg-boss-options.js';

/** Steps from group to group in the index of waiting jobs, so that the time depends on the groups, not on the jobs. */
export async function waitingGroups(db: Db, { name, options }: JobDefinition<object>): Promise<WaitingGroup[]> {
  const { rows } = await db.executeSql(
    `with recursive waiting (priority) as (
       (select priority from ${SCHEMA}.job where name = $1 and state < 'active' and not blocked
        order by priority desc limit 1)
       union all
       select (select job.priority from ${SCHEMA}.job where name = $1 and state < 'active' and not blocked
                 and job.priority < waiting.priority order by job.priority desc limit 1)
       from waiting where waiting.priority is not null
     ) select waiting.priority, due.data from waiting cross join lateral (
         select ${options.laneOf ? 'data' : 'null as data'} from ${SCHEMA}.job
         where name = $1 and state < 'active' and not blocked
           and job.priority = waiting.priority and start_after <= now() limit 1) due
       where waiting.priority is not null`,
    [name],
  );
  return (rows as { priority: number; data: object | null }[]).map(({ priority, data }) => ({
    group: priority,
    lane: data === null ? undefined : options.laneOf?.(data),
    owner: data === null ? undefined : options.laneOwnerOf?.(data),
  }));
}
