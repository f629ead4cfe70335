import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { PgBoss, fromKysely, type Job as BossJob, type JobResult } from 'pg-boss';
import type { Transaction } from '#libs/database';
import { definedJobs, type JobDefinition } from './job-definition.js';
import type { Job, JobHandler } from './job-handler.js';
import { HEARTBEAT_SECONDS, SCHEMA, SUPERVISE_SECONDS } from './pg-boss-options.js';

export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  /** Put aside after the last attempt. */
  failed: number;
}

export interface JobQueueOptions {
  url: string;
  /** False in tests, which work the queue off by hand with {@link JobQueue.drain}. */
  pollsForWork: boolean;
  /** True when no other process can be at work, so that jobs left active by a crash are taken up at once. */
  isOnlyProcess: boolean;
}

/** Only a worker that polls gives a signal; a job fetched by `drain()` has none. */
type FetchedJob = Omit<BossJob, 'signal'> & { signal?: AbortSignal };

/** What is not done by then is handed back: a container runtime waits ten seconds before it kills. */
const FINISH_WITHIN_MS = 4_000;
/** For results that are being written. */
const SETTLE_WITHIN_MS = 1_000;
/** Until then a job may wait. The queue's own two weeks would drop what a large import still has to read. */
const WAITS_AT_MOST_SECONDS = 10 * 365 * 24 * 3600;
const failedQueue = (name: string) => `${name}.failed`;

/** Durable background work in PostgreSQL. A job exists when the transaction that asked for it is committed. */
@Injectable()
export class JobQueue implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  readonly #logger = new Logger('Jobs');
  readonly #boss: PgBoss;
  readonly #handlers = new Map<string, JobHandler<object>>();
  /** Jobs of batches that are being worked on. */
  readonly #taken = new Set<string>();
  #isStopping = false;

  constructor(private readonly options: JobQueueOptions) {
    this.#boss = new PgBoss({
      connectionString: options.url,
      application_name: 'archivolt-jobs',
      schema: SCHEMA,
      max: 4,
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      useListenNotify: true,
    });
    this.#boss.on('error', (error) => {
      // Jobs that were handed back still try to say how they ended.
      if (!this.#isStopping) this.#logger.error(error.message);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const { name, options } of definedJobs()) {
      const queue = {
        retryLimit: options.retries,
        retryDelay: 2,
        retryBackoff: true,
        retryDelayMax: 600,
        expireInSeconds: options.timeoutSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deadLetter: failedQueue(name),
        deleteAfterSeconds: 24 * 3600,
        retentionSeconds: WAITS_AT_MOST_SECONDS,
        notify: true,
      };
      if (!known.has(failedQueue(name)))
        await this.#boss.createQueue(failedQueue(name), { retentionSeconds: 90 * 24 * 3600 });
      if (known.has(name)) await this.#boss.updateQueue(name, queue);
      else await this.#boss.createQueue(name, queue);
    }
    if (this.options.isOnlyProcess) await this.#retryOrphans();
  }

  /** Requests are still being answered: work may be asked for, but no more is taken. */
  async onModuleDestroy(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#handlers.keys()].map((name) => this.#boss.offWork(name, { wait: false })));
    const deadline = performance.now() + FINISH_WITHIN_MS;
    while (this.#taken.size > 0 && performance.now() < deadline) await delay(50);
    await this.#handBack([...this.#taken]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: SETTLE_WITHIN_MS });
  }

  /**
   * Asks for work as part of a transaction: `enqueue(tx, ProcessDocument, { documentId })`. With a `singletonKey` only
   * the first of several that ask with the same key gets a job, as long as that job is kept: a day after its end.
   */
  async enqueue<Data extends object>(
    tx: Transaction,
    job: JobDefinition<Data>,
    data: Data,
    options: { singletonKey?: string } = {},
  ): Promise<void> {
    const id = options.singletonKey === undefined ? {} : { id: idOf(`${job.name} ${options.singletonKey}`) };
    await this.#boss.send(job.name, data, { db: fromKysely(tx.db), ...id });
  }

  /** Several jobs of one kind in one statement. */
  async enqueueAll<Data extends object>(
    tx: Transaction,
    job: JobDefinition<Data>,
    data: readonly Data[],
  ): Promise<void> {
    if (data.length === 0) return;
    await this.#boss.insert(
      job.name,
      data.map((item) => ({ data: item })),
      { db: fromKysely(tx.db) },
    );
  }

  /** Names the one handler of a kind of job; a worker process then works on it. */
  async register(name: string, handler: JobHandler<object>): Promise<void> {
    const definition = definedJobs().find((job) => job.name === name);
    if (!definition) throw new Error(`there is a handler for the job ${name}, which is not defined`);
    if (this.#handlers.has(name)) throw new Error(`the job ${name} has two handlers; keep one`);
    this.#handlers.set(name, handler);
    if (!this.options.pollsForWork) return;
    const concurrency = handler.concurrency ?? definition.options.concurrency;
    await this.#boss.work<object, unknown>(
      name,
      { perJobResults: true, ...(definition.options.isLong ? oneByOne(concurrency) : IN_BATCHES) },
      (jobs) => this.#workOn(definition, jobs),
    );
  }

  /** Kinds of job that no handler is registered for. */
  unhandled(): string[] {
    return definedJobs()
      .map((job) => job.name)
      .filter((name) => !this.#handlers.has(name));
  }

  /** Works until nothing is waiting: for tests, and for commands that must not return before the work is done. */
  async drain(): Promise<void> {
    for (let worked = true; worked;) {
      worked = false;
      for (const definition of definedJobs()) {
        const jobs = await this.#boss.fetch<object>(definition.name, { batchSize: 50, ignoreStartAfter: true });
        if (jobs.length === 0) continue;
        worked = true;
        for (const result of await this.#workOn(definition, jobs)) {
          if (result.status === 'completed') await this.#boss.complete(definition.name, result.id);
          else await this.#boss.fail(definition.name, result.id, result.output as object);
        }
      }
    }
  }

  async counts(): Promise<QueueCounts[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
         count(*) filter (where state = 'active')::int as active
       from ${SCHEMA}.job group by name`,
    );
    const byName = new Map((rows as { name: string; waiting: number; active: number }[]).map((row) => [row.name, row]));
    return definedJobs().map(({ name }) => ({
      name,
      waiting: byName.get(name)?.waiting ?? 0,
      active: byName.get(name)?.active ?? 0,
      failed: byName.get(failedQueue(name))?.waiting ?? 0,
    }));
  }

  /** Of jobs whose data has one of `values` in `field`: those put aside after the last attempt, with what ended it. */
  async putAside(field: string, values: readonly string[]): Promise<{ value: string; message: string }[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `select data ->> $1 as value, coalesce(source_output ->> 'message', 'It failed too often.') as message
       from ${SCHEMA}.job where name = any($2::text[]) and data ->> $1 = any($3::text[])`,
      [field, definedJobs().map((job) => failedQueue(job.name)), values],
    );
    return rows as { value: string; message: string }[];
  }

  /**
   * Values of `field` in jobs of these kinds that were put aside after the last attempt, with what ended it; those left
   * out for which another such job is still to be done.
   */
  async givenUp(jobs: readonly JobDefinition<object>[], field: string): Promise<{ value: string; message: string }[]> {
    const names = jobs.map((job) => job.name);
    const { rows } = await this.#boss.getDb().executeSql(
      `select dead.data ->> $1 as value, coalesce(dead.source_output ->> 'message', 'It failed too often.') as message
       from ${SCHEMA}.job dead where dead.name = any($2::text[]) and dead.data ->> $1 is not null and not exists (
         select from ${SCHEMA}.job live where live.name = any($3::text[])
           and live.state in ('created', 'retry', 'active') and live.data ->> $1 = dead.data ->> $1)`,
      [field, names.map(failedQueue), names],
    );
    return rows as { value: string; message: string }[];
  }

  /** Works on a batch, a part of its jobs at a time; a failure costs its own job only. */
  async #workOn(definition: JobDefinition<object>, jobs: FetchedJob[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const queue = [...jobs];
    const inOneBatch = Math.ceil(definition.options.concurrency / IN_BATCHES.localConcurrency);
    const work = async () => {
      while (!this.#isStopping) {
        const job = queue.shift();
        if (!job) return;
        results.push(await this.#attempt(definition, job));
      }
    };
    for (const { id } of jobs) this.#taken.add(id);
    await Promise.all(Array.from({ length: Math.min(inOneBatch, jobs.length) }, work));
    await this.#handBack(queue.map((job) => job.id));
    for (const { id } of jobs) this.#taken.delete(id);
    return results;
  }

  async #attempt(definition: JobDefinition<object>, job: FetchedJob): Promise<JobResult> {
    const handler = this.#handlers.get(definition.name);
    const attempt: Job<object> = {
      id: job.id,
      data: job.data,
      attempt: job.retryCount + 1,
      isLastAttempt: job.retryCount >= definition.options.retries,
      signal: job.signal ?? AbortSignal.timeout(definition.options.timeoutSeconds * 1000),
    };
    try {
      if (!handler) throw new Error(`no handler for the job ${definition.name} in this process`);
      await handler.handle(attempt);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!this.#isStopping)
        this.#logger.warn(`${definition.name} ${job.id} failed (attempt ${attempt.attempt}): ${message}`);
      return {
        id: job.id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }

  /**
   * Jobs that this process will not finish are there for the next one at once, and the attempt does not count: the
   * number goes down because taking up a job that was started before makes it go up. Nor is it heard what the attempt
   * still says.
   */
  async #handBack(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#boss.getDb().executeSql(
      `update ${SCHEMA}.job set state = 'retry', retry_count = retry_count - 1, start_after = now(), heartbeat_on = null
       where id = any($1::uuid[]) and state = 'active'`,
      [ids],
    );
  }

  /** A job whose last attempt it was stays as it is: it may be what ended the process, and is soon taken for dead. */
  async #retryOrphans(): Promise<void> {
    await this.#boss.getDb().executeSql(
      `update ${SCHEMA}.job set state = 'retry', start_after = now(), heartbeat_on = null
       where state = 'active' and retry_count < retry_limit`,
    );
  }
}

/**
 * A poller takes one batch a poll and the next one when the whole batch is done; only a full batch makes it come back at
 * once. There are two, so that a job that hangs until its time is over holds up its own batch and not the kind.
 */
const IN_BATCHES = {
  localConcurrency: 2,
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
};

/** As many pollers as jobs may be under way, each with one job: a long one leaves the others theirs. */
function oneByOne(concurrency: number) {
  return { localConcurrency: concurrency, batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };
}

/** The same id for the same key: the primary key of the queue's table then refuses a second job. */
function idOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return [0, 8, 12, 16, 20].map((start, part) => digest.slice(start, [8, 12, 16, 20, 32][part])).join('-');
}
