import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

export interface MonthlyUsage {
  /** `YYYY-MM`, in UTC. */
  month: string;
  provider: string;
  requests: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
}

/** What a call has used beyond the one request that was counted before it. */
export type UsedByCall = Omit<MonthlyUsage, 'month' | 'provider'>;

const THIS_MONTH = `to_char(now() at time zone 'utc', 'YYYY-MM')`;
const MONTHS = 12;

/** Every statement on the usage. Each is a transaction of its own, so that calls of an organization wait for no other. */
@Injectable()
export class AutoTaggingUsageRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Counts a request before it is sent, so that concurrent ones keep the limit. Returns the month, `undefined` at the
   * limit; 0 is no limit.
   */
  async begin({ organizationId }: OrganizationScope, provider: string, limit: number): Promise<string | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ month: string }>(
      `insert into auto_tagging_usage as u (organization_id, month, provider, requests)
       select $1, ${THIS_MONTH}, $2, 1
       where $3::int = 0 or (select coalesce(sum(requests), 0) from auto_tagging_usage
         where organization_id = $1 and month = ${THIS_MONTH}) < $3
       on conflict (organization_id, month, provider) do update set requests = u.requests + 1
         where $3::int = 0 or u.requests < $3
       returning month`,
      [organizationId, provider, limit],
    );
    return row?.month;
  }

  async end(
    { organizationId }: OrganizationScope,
    { month, provider }: Pick<MonthlyUsage, 'month' | 'provider'>,
    { requests, failures, inputTokens, outputTokens }: UsedByCall,
  ): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `update auto_tagging_usage set requests = greatest(requests + $4, 0), failures = failures + $5,
         input_tokens = input_tokens + $6, output_tokens = output_tokens + $7
       where organization_id = $1 and month = $2 and provider = $3`,
      [organizationId, month, provider, requests, failures, inputTokens, outputTokens],
    );
  }

  /** The last twelve months, the latest first. */
  async list({ organizationId }: OrganizationScope): Promise<MonthlyUsage[]> {
    return sqlOver(this.unitOfWork.db).query<MonthlyUsage>(
      `select month, provider, requests::float8 as requests, failures::float8 as failures,
         input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens"
       from auto_tagging_usage where organization_id = $1 and requests > 0
         and month > to_char(now() at time zone 'utc' - interval '${MONTHS} months', 'YYYY-MM')
       order by month desc, provider`,
      [organizationId],
    );
  }

  async requestsThisMonth({ organizationId }: OrganizationScope): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ requests: number }>(
      `select coalesce(sum(requests), 0)::float8 as requests from auto_tagging_usage
       where organization_id = $1 and month = ${THIS_MONTH}`,
      [organizationId],
    );
    return row?.requests ?? 0;
  }
}
