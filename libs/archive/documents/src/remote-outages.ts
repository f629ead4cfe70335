import { Injectable, Logger } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { ExtractRemotely } from './documents.jobs.js';

export interface Outage {
  reason: string;
  nextAttemptAt: Date;
}

/** Whether a file may be sent to a service now; `probe`: alone, to find out whether the service is back. */
export type Admission = { kind: 'away'; outage: Outage } | { kind: 'normal' } | { kind: 'probe' };

const PAUSES_SECONDS = [10, 30, 60, 120, 300, 600, 900, 1800];

const LONGEST_WANTED_PAUSE_SECONDS = 1800;

/** Documents that are due at the end of a pause; all but one of them only look whether the service is back. */
const NEXT_PROBES = 3;

/** The pause after so many failures in a row. */
function pauseSeconds(failures: number): number {
  return PAUSES_SECONDS[Math.min(Math.max(1, failures), PAUSES_SECONDS.length) - 1] ?? 0;
}

/**
 * Services of plugins that are away, shared by all processes: after a failure the service gets no file for a growing
 * pause, then one at a time until a call succeeds. All documents that waited for it are then read at once.
 */
@Injectable()
export class RemoteOutages {
  readonly #logger = new Logger('Extraction');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** `callSeconds`: how long a call may take; until then no other process probes the service. */
  async admit(plugin: string, callSeconds: number): Promise<Admission> {
    const sql = sqlOver(this.unitOfWork.db);
    const probing = await sql.query(
      `update remote_outage set next_attempt_at = clock_timestamp() + make_interval(secs => $2)
       where plugin = $1 and next_attempt_at <= clock_timestamp() returning plugin`,
      [plugin, callSeconds + 30],
    );
    if (probing.length > 0) return { kind: 'probe' };
    const [outage] = await sql.query<Outage>(
      'select reason, next_attempt_at as "nextAttemptAt" from remote_outage where plugin = $1',
      [plugin],
    );
    return outage ? { kind: 'away', outage } : { kind: 'normal' };
  }

  /**
   * Records that the service was away, and returns when the document, whose calls failed so often, is tried again. Calls
   * that fail at the same time count once. A document that probed in vain comes after others that wait: the service may
   * be away for this file only.
   */
  async begin(
    plugin: string,
    reason: string,
    call: { isProbe: boolean; failures: number; retryAfterMs?: number },
  ): Promise<Date> {
    // A service may ask for a longer pause than the usual one, but not keep documents waiting for days.
    const wanted = Math.min((call.retryAfterMs ?? 0) / 1000, LONGEST_WANTED_PAUSE_SECONDS);
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
      [plugin, reason, call.isProbe, PAUSES_SECONDS, wanted],
    );
    const { failures = 1, now = this.clock.now(), nextAttemptAt, isNew } = outage ?? {};
    if (isNew) this.#logger.warn(`Documents wait for a service. ${reason}`);
    if (call.isProbe && nextAttemptAt) {
      await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], {
        until: nextAttemptAt,
        atMost: { field: 'failures', value: call.failures - 1 },
        jobs: NEXT_PROBES,
      });
    }
    const pauses = Math.max(failures, call.failures) + (call.isProbe ? 1 : 0);
    return new Date(now.getTime() + Math.max(pauseSeconds(pauses), wanted) * 1000);
  }

  /** Makes a document that has begun to wait due if the service came back before it waited. */
  async recheck(plugin: string, failures: number): Promise<void> {
    const outages = await sqlOver(this.unitOfWork.db).query('select from remote_outage where plugin = $1', [plugin]);
    if (outages.length > 0) return;
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], { atMost: { field: 'failures', value: failures } });
  }

  /** The document of a probe did not reach the service: another one probes now. */
  async leaveToNext(plugin: string): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      'update remote_outage set next_attempt_at = clock_timestamp() where plugin = $1',
      [plugin],
    );
    const atMost = { field: 'failures', value: 1_000_000 } as const;
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], { atMost, jobs: NEXT_PROBES });
  }

  /** The service responded. A document that failed more often than the service was found away waits for its own pause. */
  async end(plugin: string): Promise<void> {
    const [ended] = await sqlOver(this.unitOfWork.db).query<{ failures: number }>(
      'delete from remote_outage where plugin = $1 returning failures',
      [plugin],
    );
    if (!ended) return;
    this.#logger.log(`The service of ${plugin} is available again: the documents that wait for it are sent.`);
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], {
      atMost: { field: 'failures', value: ended.failures },
    });
  }
}
