import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { RemoteExtractionTables } from './remote-extraction.schema.js';

export interface Outage {
  reason: string;
  nextAttemptAt: Date;
}

/** Every statement on services that are away. */
@Injectable()
export class RemoteOutageRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** True when the pause is over, and no other call probes the service for so many seconds. */
  async beginProbe(plugin: string, seconds: number): Promise<boolean> {
    const probing = await this.#update(plugin)
      .set({ next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
      .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
      .returning('plugin')
      .execute();
    return probing.length > 0;
  }

  find(plugin: string): Promise<Outage | undefined> {
    return kyselyOf<RemoteExtractionTables>(this.unitOfWork)
      .selectFrom('remote_outage')
      .select(['reason', 'next_attempt_at as nextAttemptAt'])
      .where('plugin', '=', plugin)
      .executeTakeFirst();
  }

  /** Notes another failure. While the service is known to be away, only that of a probe counts. */
  async begin(
    plugin: string,
    reason: string,
    { isProbe, pauses, wanted }: { isProbe: boolean; pauses: readonly number[]; wanted: number },
  ): Promise<{ failures: number; now: Date; nextAttemptAt: Date; isNew: boolean }> {
    // Raw: the next attempt follows from what was there, in one statement.
    const [outage] = await sqlOver(this.unitOfWork.db).query<{
      failures: number;
      now: Date;
      nextAttemptAt: Date;
      isNew: boolean;
    }>(
      `insert into remote_outage as o (plugin, failures, since, next_attempt_at, reason)
       values ($1, 1, clock_timestamp(), clock_timestamp() + make_interval(secs => greatest(($4::int[])[1], $5)), $2)
       on conflict (plugin) do update set reason = excluded.reason,
         failures = o.failures + case when $3 then 1 else 0 end,
         next_attempt_at = greatest(
           clock_timestamp() + make_interval(secs => $5),
           case when $3
             then clock_timestamp() + make_interval(secs => ($4::int[])[least(o.failures + 1, cardinality($4::int[]))])
             else o.next_attempt_at end)
       returning failures, next_attempt_at as "nextAttemptAt", clock_timestamp()::timestamptz(3) as now,
         xmax = 0 as "isNew"`,
      [plugin, reason, isProbe, pauses, wanted],
    );
    if (!outage) throw new Error('the statement gives one row');
    return outage;
  }

  async endPause(plugin: string): Promise<void> {
    await this.#update(plugin)
      .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
      .execute();
  }

  /** How often it was found away; `undefined` when it was not. */
  async end(plugin: string): Promise<number | undefined> {
    const ended = await kyselyOf<RemoteExtractionTables>(this.unitOfWork)
      .deleteFrom('remote_outage')
      .where('plugin', '=', plugin)
      .returning('failures')
      .executeTakeFirst();
    return ended?.failures;
  }

  #update(plugin: string) {
    return kyselyOf<RemoteExtractionTables>(this.unitOfWork).updateTable('remote_outage').where('plugin', '=', plugin);
  }
}
