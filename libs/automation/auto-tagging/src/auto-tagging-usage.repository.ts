import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { AutoTaggingTables } from './document-suggestion.schema.js';

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
    // Raw: whether it counts depends on the other plugins and on itself, in one statement.
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
    await kyselyOf<AutoTaggingTables>(this.unitOfWork)
      .updateTable('auto_tagging_usage')
      .set({
        requests: sql<number>`greatest(requests + ${requests}, 0)`,
        failures: sql<number>`failures + ${failures}`,
        input_tokens: sql<number>`input_tokens + ${inputTokens}`,
        output_tokens: sql<number>`output_tokens + ${outputTokens}`,
      })
      .where('organization_id', '=', organizationId)
      .where('month', '=', month)
      .where('provider', '=', provider)
      .execute();
  }

  /** The last twelve months, the latest first. */
  list({ organizationId }: OrganizationScope): Promise<MonthlyUsage[]> {
    return kyselyOf<AutoTaggingTables>(this.unitOfWork)
      .selectFrom('auto_tagging_usage')
      .select([
        'month',
        'provider',
        sql<number>`requests::float8`.as('requests'),
        sql<number>`failures::float8`.as('failures'),
        sql<number>`input_tokens::float8`.as('inputTokens'),
        sql<number>`output_tokens::float8`.as('outputTokens'),
      ])
      .where('organization_id', '=', organizationId)
      .where('requests', '>', 0)
      .where(
        'month',
        '>',
        sql<string>`to_char(now() at time zone 'utc' - make_interval(months => ${MONTHS}), 'YYYY-MM')`,
      )
      .orderBy('month', 'desc')
      .orderBy('provider')
      .execute();
  }

  async requestsThisMonth({ organizationId }: OrganizationScope): Promise<number> {
    const { requests } = await kyselyOf<AutoTaggingTables>(this.unitOfWork)
      .selectFrom('auto_tagging_usage')
      .select(sql<number>`coalesce(sum(requests), 0)::float8`.as('requests'))
      .where('organization_id', '=', organizationId)
      .where('month', '=', sql<string>`${sql.raw(THIS_MONTH)}`)
      .executeTakeFirstOrThrow();
    return requests;
  }
}
