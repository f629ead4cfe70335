import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { definedJobs, type JobDefinition } from './job-definition.js';
import { failedQueue, SCHEMA } from './pg-boss-options.js';

export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  /** In the dead-letter queue. */
  failed: number;
  /** Since when the oldest job that could run waits; null when none does. */
  oldestWaitingAt: Date | null;
  completedLastHour: number;
}

/** A kind of job of which some could run and wait. */
export interface WaitingKind {
  name: string;
  /** Since when the oldest of them could run. */
  since: Date;
  /** It has waited longer than it may, and no job of this kind has begun in that time or is under way. */
  isStuck: boolean;
}

/** Waiting jobs of one kind that are looked at, so that a probe takes milliseconds after a large import, too. */
const LOOKED_AT = 10_000;
const LONGEST_MINUTES = 10_080;
/** A running job without a heartbeat for so long belongs to a dead process. */
const DEAD_MINUTES = 2;

/**
 * The jobs of all processes and organizations, for people who look after the installation. As text: pg-boss defines the
 * table.
 */
@Injectable()
export class JobStates {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async counts(): Promise<QueueCounts[]> {
    const rows = await this.#query<Omit<QueueCounts, 'failed'>>(
      `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
         count(*) filter (where state = 'active')::int as active,
         min(greatest(start_after, created_on)) filter (where state in ('created', 'retry') and start_after <= now())
           as "oldestWaitingAt",
         count(*) filter (where state = 'completed' and completed_on > now() - interval '1 hour')::int
           as "completedLastHour"
       from ${SCHEMA}.job group by name`,
    );
    const byName = new Map(rows.map((row) => [row.name, row]));
    return definedJobs().map(({ name }) => ({
      name,
      waiting: byName.get(name)?.waiting ?? 0,
      active: byName.get(name)?.active ?? 0,
      failed: byName.get(failedQueue(name))?.waiting ?? 0,
      oldestWaitingAt: byName.get(name)?.oldestWaitingAt ?? null,
      completedLastHour: byName.get(name)?.completedLastHour ?? 0,
    }));
  }

  /** The kinds of job that wait although they could run, the one that has waited longest first. */
  waits(limitMinutes: number = LONGEST_MINUTES): Promise<WaitingKind[]> {
    return this.#query<WaitingKind>(
      `select known.name, due.since, due.since < now() - make_interval(mins => $2) and not exists (
           select from ${SCHEMA}.job where name = known.name
             and (state = 'active' and heartbeat_on > now() - make_interval(mins => $4)
               or started_on > now() - make_interval(mins => $2))) as "isStuck"
       from unnest($1::text[]) as known(name) cross join lateral (
         select min(since) as since from (
           select greatest(start_after, created_on) as since from ${SCHEMA}.job
           where name = known.name and state < 'active' and not blocked and start_after <= now() limit $3) as sample) as due
       where due.since is not null order by due.since`,
      [definedJobs().map(({ name }) => name), limitMinutes, LOOKED_AT, DEAD_MINUTES],
    );
  }

  /**
   * Of `values`, those that `field` has in a job of these kinds that is not completed: it waits, runs, or is in the
   * dead-letter queue.
   */
  async unfinished(
    jobs: readonly JobDefinition<object>[],
    field: string,
    values: readonly string[],
  ): Promise<Set<string>> {
    if (jobs.length === 0 || values.length === 0) return new Set();
    const rows = await this.#query<{ value: string }>(
      `select distinct data ->> $1 as value from ${SCHEMA}.job
       where name = any($2::text[]) and state in ('created', 'retry', 'active') and data ->> $1 = any($3::text[])`,
      [field, jobs.flatMap(({ name }) => [name, failedQueue(name)]), values],
    );
    return new Set(rows.map(({ value }) => value));
  }

  /**
   * The values of `field` in dead-lettered jobs of these kinds, each with the last error; only those of `values`, where
   * it is given. A value is left out while another such job with it waits or runs.
   */
  deadLettered(
    jobs: readonly JobDefinition<object>[],
    field: string,
    values?: readonly string[],
  ): Promise<{ value: string; message: string }[]> {
    const names = jobs.map((job) => job.name);
    return this.#query<{ value: string; message: string }>(
      `select dead.data ->> $1 as value, coalesce(dead.source_output ->> 'message', 'It failed too often.') as message
       from ${SCHEMA}.job dead where dead.name = any($2::text[]) and dead.data ->> $1 is not null
         and ($4::text[] is null or dead.data ->> $1 = any($4)) and not exists (
           select from ${SCHEMA}.job live where live.name = any($3::text[])
             and live.state in ('created', 'retry', 'active') and live.data ->> $1 = dead.data ->> $1)`,
      [field, names.map(failedQueue), names, values ?? null],
    );
  }

  /** True when the dead-letter queue of one of these kinds has a job. */
  async haveDeadLetters(jobs: readonly JobDefinition<object>[]): Promise<boolean> {
    const [row] = await this.#query<{ found: boolean }>(
      `select exists (select from ${SCHEMA}.job where name = any($1::text[])) as found`,
      [jobs.map(({ name }) => failedQueue(name))],
    );
    return row?.found ?? false;
  }

  /** True when a job of one of these kinds runs or could run; postponed ones do not count. */
  async areBusy(jobs: readonly JobDefinition<object>[]): Promise<boolean> {
    const [row] = await this.#query<{ found: boolean }>(
      `select exists (select from ${SCHEMA}.job where name = any($1::text[])
         and (state = 'active' or state in ('created', 'retry') and start_after <= now())) as found`,
      [jobs.map(({ name }) => name)],
    );
    return row?.found ?? false;
  }

  /** Jobs of this kind that wait for their turn. */
  async waiting({ name }: JobDefinition<object>): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `select count(*)::int as count from ${SCHEMA}.job where name = $1 and state in ('created', 'retry')`,
      [name],
    );
    return row?.count ?? 0;
  }

  /** Counts the jobs of a queue that wait, run, or are in its dead-letter queue. The queue needs no definition. */
  async countOf(name: string): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `select count(*)::int as count from ${SCHEMA}.job
       where name = any($1::text[]) and state in ('created', 'retry', 'active')`,
      [[name, failedQueue(name)]],
    );
    return row?.count ?? 0;
  }

  /** Deletes all jobs of a queue that nothing handles any more. The queue stays: a process that still adds jobs works on. */
  async removeAllOf(name: string): Promise<void> {
    await this.#query(`delete from ${SCHEMA}.job where name = any($1::text[])`, [[name, failedQueue(name)]]);
  }

  #query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return sqlOver(this.unitOfWork.db).query<Row>(text, values);
  }
}
