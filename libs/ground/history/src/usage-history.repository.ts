import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

export interface UsageOfDay {
  /** `2026-11-22`, in UTC. */
  date: string;
  /** Documents at the end of the day, those in the trash included. */
  documents: number;
  bytes: number;
}

export const MAX_USAGE_DAYS = 365;
/** Rows of the days before are removed, except the last one of each organization. */
const KEPT_DAYS = MAX_USAGE_DAYS + 35;

const TODAY = `(now() at time zone 'UTC')::date`;
const STORED = `l.active_documents + l.trashed_documents as documents, l.active_bytes + l.trashed_bytes as bytes`;

/**
 * What organizations stored day by day: the counters of {@link Counters}, written down before the day ends. As text: each
 * statement fills gaps between days, or compares days of one table.
 */
@Injectable()
export class UsageHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The last `days` days, oldest first. A day without a row is like the one before; today is counted now. */
  of({ organizationId }: OrganizationScope, days: number): Promise<UsageOfDay[]> {
    return sqlOver(this.unitOfWork.db).query<UsageOfDay>(
      `select to_char(shown.day, 'YYYY-MM-DD') as date, coalesce(used.documents, 0)::float8 as documents,
         coalesce(used.bytes, 0)::float8 as bytes
       from (select ${TODAY} - ago as day from generate_series($2::int - 1, 0, -1) as ago) as shown left join lateral (
         select ${STORED} from organization_log l where l.organization_id = $1 and shown.day = ${TODAY}
         union all (
           select documents, bytes from usage_day
           where organization_id = $1 and day <= shown.day and shown.day < ${TODAY} order by day desc limit 1
         )
       ) as used on true
       order by shown.day`,
      [organizationId, days],
    );
  }

  /** The same for all organizations together; those that have been purged since are not counted. */
  ofInstallation(days: number): Promise<UsageOfDay[]> {
    return sqlOver(this.unitOfWork.db).query<UsageOfDay>(
      `with change as (
         select greatest(u.day, ${TODAY} - $1::int) as day,
           u.documents - coalesce(lag(u.documents) over w, 0) as documents, u.bytes - coalesce(lag(u.bytes) over w, 0) as bytes
         from (
           select organization_id, day, documents, bytes from usage_day where day < ${TODAY}
           union all select l.organization_id, ${TODAY}, ${STORED} from organization_log l
         ) u window w as (partition by u.organization_id order by u.day)
       ), of_day as (select day, sum(documents) as documents, sum(bytes) as bytes from change group by day)
       select to_char(shown.day, 'YYYY-MM-DD') as date, coalesce(sum(of_day.documents) over up, 0)::float8 as documents,
         coalesce(sum(of_day.bytes) over up, 0)::float8 as bytes
       from (select ${TODAY} - ago as day from generate_series($1::int, 0, -1) as ago) as shown
         left join of_day on of_day.day = shown.day
       window up as (order by shown.day) order by shown.day offset 1`,
      [days],
    );
  }

  /** Writes down what all organizations store now, as that of today. Returns for how many it has changed. */
  async record(): Promise<number> {
    const changed = await sqlOver(this.unitOfWork.db).query(
      `insert into usage_day (organization_id, day, documents, bytes)
       select l.organization_id, ${TODAY}, l.documents, l.bytes
       from (select organization_id, ${STORED} from organization_log l) as l left join lateral (
         select documents, bytes from usage_day u where u.organization_id = l.organization_id order by day desc limit 1
       ) as last on true
       where (l.documents, l.bytes) is distinct from (coalesce(last.documents, 0), coalesce(last.bytes, 0))
       order by l.organization_id
       on conflict (organization_id, day) do update set documents = excluded.documents, bytes = excluded.bytes
       returning organization_id`,
    );
    return changed.length;
  }

  /** Removes what {@link of} can no longer show. */
  async removeOld(): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `delete from usage_day using usage_day as later
       where usage_day.day < ${TODAY} - $1::int and later.organization_id = usage_day.organization_id
         and later.day > usage_day.day and later.day <= ${TODAY} - $1::int`,
      [KEPT_DAYS],
    );
  }
}
