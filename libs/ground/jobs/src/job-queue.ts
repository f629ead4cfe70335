// eslint-disable-next-line no-restricted-syntax -- the container runtime that stops this process waits in real time
import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { PgBoss, fromKysely, type Db } from 'pg-boss';
import { PermanentPluginError } from '@archivolt/plugin-kit';
import type { Transaction } from '#ground/database';
import type { Clock, Timer } from '#ground/kernel';
import { announce, groupNameOf, groupOf, idOf } from './add-jobs.js';
import { attemptJob, attemptJobs, type FetchedJob } from './attempt-job.js';
import { createQueues } from './create-queues.js';
import { definedJobs, type JobDefinition } from './job-definition.js';
import { dueJobs } from './due-jobs.js';
import { DueJobsAlarm } from './due-jobs-alarm.js';
import { JobDispatcher } from './job-dispatcher.js';
import { PostponedJob, type JobHandler } from './job-handler.js';
import { hasten, postpone, retryNoMore, type HastenOptions } from './postponed-jobs.js';
import { CHANNEL, failedQueue, HEARTBEAT_SECONDS, SCHEMA, SUPERVISE_SECONDS } from './pg-boss-options.js';
import { Supervision } from './supervision.js';
import { handBack, retryOrphans } from './unfinished-jobs.js';
import { waitingGroups } from './waiting-groups.js';

export interface JobQueueOptions {
  url: string;
  /** For listening, when `url` leads to a connection pooler. */
  directUrl?: string;
  clock: Clock;
  /** False in tests, which call {@link JobQueue.drain}. */
  pollsForWork: boolean;
  /** True when no other process can run jobs, so that jobs left active by a crash are retried at once. */
  isOnlyProcess: boolean;
  /** For tests: how often the queue is polled, and how often jobs of dead processes are looked for. */
  intervals?: { pollMs?: number; superviseMs?: number };
}

/** Unfinished jobs return to the queue after this time: container runtimes kill a process after ten seconds. */
const FINISH_WITHIN_MS = 4_000;
/** Jobs that one call returns from a dead-letter queue. */
const MAX_REDRIVEN = 1_000;
/** For writing the results of jobs that have just ended. */
const SETTLE_WITHIN_MS = 1_000;
/** Settings for the pool of the queue: a new connection costs more than the statement that needs it. */
const KEEPS_A_CONNECTION = { min: 1, idleTimeoutMillis: 60_000, maxLifetimeSeconds: 3_600 };

const connectionTo = (url: string) => ({
  connectionString: url,
  application_name: 'archivolt-jobs',
  schema: SCHEMA,
  notifyHeartbeatIntervalMs: 30_000, // polling makes up for a connection that is lost without notice
});

/** Durable background work in PostgreSQL. A job exists when the transaction that added it is committed. */
@Injectable()
export class JobQueue implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  readonly #logger = new Logger('Jobs');
  readonly #boss: PgBoss;
  readonly #alarm: DueJobsAlarm;
  readonly #supervision: Supervision;
  readonly #handlers = new Map<string, JobHandler<object>>();
  readonly #dispatchers = new Map<string, JobDispatcher<FetchedJob>>();
  /** Jobs that run in this process. */
  readonly #taken = new Set<FetchedJob>();
  readonly #end = new AbortController();
  #heartbeat: Timer | undefined;
  #listener: { close(): Promise<void> } | undefined;
  #isStopping = false;
  readonly #onError = (error: Error): void => {
    if (!this.#isStopping) this.#logger.error(error.message);
  };

  constructor(private readonly options: JobQueueOptions) {
    this.#boss = new PgBoss({
      ...connectionTo(options.url),
      max: 4,
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: false, // see Supervision
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      ...KEEPS_A_CONNECTION,
    });
    const onError = this.#onError;
    this.#boss.on('error', onError); // jobs that were returned to the queue may still try to report their result
    const look = () => dueJobs(this.#boss.getDb(), [...this.#dispatchers.keys()]);
    const { pollMs, superviseMs } = options.intervals ?? {};
    this.#alarm = new DueJobsAlarm({ look, wake: (name) => this.#fetchMore(name), onError }, options.clock, pollMs);
    const on = { pass: () => this.#alarm.expect(), error: onError };
    this.#supervision = new Supervision(this.#boss, () => this.#boss.getDb(), on, options.clock, superviseMs);
  }

  /** False when jobs run only by {@link JobQueue.drain}. */
  get pollsForWork(): boolean {
    return this.options.pollsForWork;
  }

  async onModuleInit(): Promise<void> {
    await this.#boss.start();
    await createQueues(this.#boss);
    if (this.options.isOnlyProcess) await retryOrphans(this.#boss.getDb());
    if (this.options.pollsForWork) await this.#listen();
  }

  /** HTTP requests may still run and add jobs, but this process fetches no more. */
  async onModuleDestroy(): Promise<void> {
    this.#isStopping = true;
    this.#alarm.stop();
    this.#supervision.stop();
    for (const dispatcher of this.#dispatchers.values()) dispatcher.stop();
    await this.#untilNothingIsTaken(FINISH_WITHIN_MS);
    await handBack(this.#boss.getDb(), [...this.#taken]);
    this.#end.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#untilNothingIsTaken(SETTLE_WITHIN_MS);
    this.#heartbeat?.cancel();
    await this.#listener?.close();
    await this.#boss.stop({ graceful: true, timeout: SETTLE_WITHIN_MS });
  }

  /**
   * Adds a job as part of a transaction: `enqueue(tx, ProcessDocument, { documentId })`. With a `singletonKey`, a second
   * job with the same key is not added as long as the first one is kept: until a day after its end.
   */
  async enqueue<Data extends object>(
    tx: Transaction,
    job: JobDefinition<Data>,
    data: Data,
    options: { singletonKey?: string } = {},
  ): Promise<void> {
    const id = options.singletonKey === undefined ? {} : { id: idOf(`${job.name} ${options.singletonKey}`) };
    await this.#boss.send(job.name, data, { db: fromKysely(tx.db), priority: groupOf(job, data), ...id });
  }

  /** Several jobs of one kind in one statement. `singletonKey` works as in {@link enqueue}, for each job. */
  async enqueueAll<Data extends object>(
    tx: Transaction,
    job: JobDefinition<Data>,
    data: readonly Data[],
    options: { singletonKey?: (data: Data) => string } = {},
  ): Promise<void> {
    if (data.length === 0) return;
    const { singletonKey } = options;
    const jobs = data.map((item) => ({
      data: item,
      priority: groupOf(job, item),
      ...(singletonKey && { id: idOf(`${job.name} ${singletonKey(item)}`) }),
    }));
    await this.#boss.insert(job.name, jobs, { db: fromKysely(tx.db) });
  }

  /** Makes this process fetch jobs of this kind at once, if it runs them. */
  wake(job: JobDefinition<object>): void {
    if (!this.#isStopping) this.#fetchMore(job.name);
  }

  /**
   * Makes postponed jobs of this kind due earlier, now or at `until`: those whose data has `value` in `field` and at most
   * `atMost.value` in the number `atMost.field`; no more than `jobs`, those with the smallest number.
   */
  async hasten<Data extends object>(
    { name }: JobDefinition<Data>,
    [field, value]: [keyof Data & string, string],
    options: HastenOptions<keyof Data & string> = {},
  ): Promise<void> {
    await hasten(this.#boss.getDb(), name, [field, value], options);
  }

  /**
   * Returns jobs from the dead-letter queue to their queue, with all their attempts: those with these ids, or the oldest
   * ones. Returns how many; at most 1,000 in one call.
   */
  async retryDead(queue: string, ids?: readonly string[]): Promise<number> {
    const moved = await this.#boss.redrive(failedQueue(queue), { limit: MAX_REDRIVEN, ...(ids && { ids: [...ids] }) });
    if (moved > 0) await announce(this.#boss.getDb(), queue);
    return moved;
  }

  /** Deletes a job from the dead-letter queue. */
  async deleteDead(queue: string, id: string): Promise<void> {
    await this.#boss.deleteJob(failedQueue(queue), id);
  }

  /** Sets the handler of a kind of job; a worker process then runs such jobs. */
  async register(name: string, handler: JobHandler<object>): Promise<void> {
    const definition = definedJobs().find((job) => job.name === name);
    if (!definition) throw new Error(`there is a handler for the job ${name}, which is not defined`);
    if (this.#handlers.has(name)) throw new Error(`the job ${name} has two handlers; keep one`);
    this.#handlers.set(name, handler);
    if (!this.options.pollsForWork) return;
    const concurrency = handler.concurrency ?? definition.options.concurrency;
    const dispatcher = new JobDispatcher<FetchedJob>(this.options.clock, concurrency, {
      groups: async () => {
        const groups = await waitingGroups(this.#boss.getDb(), definition);
        if (groups.length === 0) this.#alarm.expect(); // announced jobs may be due later
        return groups;
      },
      placesOf: (lane) => handler.placesOf?.(lane) ?? definition.options.concurrency,
      fetch: async ({ group, lane }) => {
        const batchSize = mostTogether(handler, lane);
        const jobs = await this.#boss.fetch<object>(name, { minPriority: group, maxPriority: group, batchSize });
        return { jobs, isLast: jobs.length === 0 || (batchSize > 1 && jobs.length < batchSize) };
      },
      work: (jobs) => this.#workTogether(definition, jobs),
      onError: (error) => !this.#isStopping && this.#logger.error(`${name}: ${error.message}`),
    });
    this.#dispatchers.set(name, dispatcher);
    dispatcher.start();
  }

  /** Kinds of job that no handler is registered for. */
  unhandled(): string[] {
    return definedJobs()
      .map((job) => job.name)
      .filter((name) => !this.#handlers.has(name));
  }

  /**
   * Runs jobs until none is waiting, except for postponed ones: for tests, and for commands that return when the work is
   * done. Does not wait between the attempts of a job.
   */
  async drain(): Promise<void> {
    for (let worked = true; worked;) {
      worked = false;
      for (const definition of definedJobs()) {
        await this.#boss
          .getDb()
          .executeSql(
            `update ${SCHEMA}.job set start_after = now() where name = $1 and state = 'retry' and start_after > now()`,
            [definition.name],
          );
        const jobs = await this.#boss.fetch<object>(definition.name, { batchSize: 50 });
        worked ||= jobs.length > 0;
        const together = jobsTogether(definition, this.#handlers.get(definition.name), jobs);
        const work = async () => {
          for (let some = together.shift(); some; some = together.shift()) await this.#workTogether(definition, some);
        };
        await Promise.all(Array.from({ length: Math.ceil(definition.options.concurrency / 2) }, work));
      }
    }
  }

  #fetchMore(name: string): void {
    this.#dispatchers.get(name)?.notify();
    this.#supervision.expect();
  }

  /** Where new jobs are announced: a connection pooler would lose that. */
  async #listening(): Promise<Db> {
    const { url, directUrl = url } = this.options;
    if (directUrl === url) return this.#boss.getDb();
    const direct = new PgBoss(connectionTo(directUrl)).on('error', this.#onError);
    const db = direct.getDb() as Db & { open(): Promise<void> };
    await db.open();
    return db;
  }

  /** Listens for new jobs, looks for those that become due, and sends the heartbeat of running ones. */
  async #listen(): Promise<void> {
    const notify = (name: string) => this.#fetchMore(name);
    const notifyAll = () => [...this.#dispatchers.keys()].forEach(notify);
    this.#listener = await (await this.#listening()).listen?.(CHANNEL, notify, notifyAll);
    this.#alarm.start();
    this.#supervision.start();
    this.#heartbeat = this.options.clock.every((HEARTBEAT_SECONDS / 2) * 1000, () => void this.#touchTaken());
  }

  async #touchTaken(): Promise<void> {
    for (const [name, jobs] of Map.groupBy(this.#taken, (job) => job.name))
      await this.#boss.touch(name, jobs).catch((error: unknown) => this.#logger.error((error as Error).message));
  }

  /** Never throws. Jobs of groups that happen to have the same number are done apart. */
  async #workTogether(definition: JobDefinition<object>, jobs: readonly FetchedJob[]): Promise<void> {
    for (const job of jobs) this.#taken.add(job);
    const groups = Map.groupBy(jobs, (job) => groupNameOf(definition, job.data));
    await Promise.all(Array.from(groups.values(), (group) => this.#workOnGroup(definition, group)));
  }

  /** Jobs that were tried before are done by themselves: one of them may have ended the process. */
  async #workOnGroup(definition: JobDefinition<object>, jobs: readonly FetchedJob[]): Promise<void> {
    const handler = this.#handlers.get(definition.name);
    const first = mostTogether(handler, laneOf(definition, jobs)) > 1 ? jobs.filter((job) => job.retryCount === 0) : [];
    const areDone = first.length === 0 || (await this.#workOnAll(definition, handler, first));
    // Jobs that ended because this process stops were handed back.
    const areOver = areDone || this.#end.signal.aborted;
    const left = areOver ? jobs.filter((job) => !first.includes(job)) : jobs;
    await Promise.all(left.map((job) => this.#workOn(definition, job)));
    for (const job of jobs) this.#taken.delete(job);
  }

  /** False when the jobs are still to be done. */
  #workOnAll(
    definition: JobDefinition<object>,
    handler: JobHandler<object> | undefined,
    jobs: FetchedJob[],
  ): Promise<boolean> {
    const complete = async (tx: Transaction): Promise<void> => {
      await this.#boss.complete(definition.name, jobs, undefined, { db: fromKysely(tx.db) });
    };
    const attempt = {
      definition,
      handler,
      end: this.#end.signal,
      onFailure: (message: string) => !this.#isStopping && this.#logger.warn(message),
    };
    return attemptJobs(jobs, complete, attempt);
  }

  /** Never throws: a job whose result cannot be written is retried after the heartbeat timeout. */
  async #workOn(definition: JobDefinition<object>, job: FetchedJob): Promise<void> {
    this.#taken.add(job);
    try {
      const end = await attemptJob(job, {
        definition,
        handler: this.#handlers.get(definition.name),
        end: this.#end.signal,
        onFailure: (message) => !this.#isStopping && this.#logger.warn(message),
      });
      if (end === undefined) {
        await this.#boss.complete(definition.name, job);
        if (definition.options.holdsSecrets === true) await this.#boss.deleteJob(definition.name, job.id);
      } else if (end instanceof PostponedJob) {
        await postpone(this.#boss.getDb(), job, end);
        await end.onceItWaits();
      } else {
        if (end instanceof PermanentPluginError) await retryNoMore(this.#boss.getDb(), job);
        await this.#boss.fail(definition.name, job, { message: end.message });
      }
      if (end !== undefined) this.#alarm.expect();
    } catch (error) {
      if (!this.#isStopping) this.#logger.error(`${definition.name} ${job.id}: ${(error as Error).message}`);
    } finally {
      this.#taken.delete(job);
    }
  }

  async #untilNothingIsTaken(within: number): Promise<void> {
    const deadline = performance.now() + within;
    while (this.#taken.size > 0 && performance.now() < deadline) await delay(50);
  }
}

function mostTogether(handler: JobHandler<object> | undefined, lane: string | undefined): number {
  if (lane === undefined || !handler?.handleAll) return 1;
  return handler.mostTogether?.(lane) ?? 1;
}

function laneOf({ options }: JobDefinition<object>, [job]: readonly FetchedJob[]): string | undefined {
  return job && options.laneOf?.(job.data);
}

/** Divides fetched jobs into those that are done together, and others. */
function jobsTogether(
  definition: JobDefinition<object>,
  handler: JobHandler<object> | undefined,
  jobs: readonly FetchedJob[],
): FetchedJob[][] {
  const groups = Map.groupBy(jobs, (job) => groupOf(definition, job.data));
  return [...groups.values()].flatMap((group) => {
    const most = mostTogether(handler, laneOf(definition, group));
    return Array.from({ length: Math.ceil(group.length / most) }, (_, at) => group.slice(at * most, (at + 1) * most));
  });
}
