/** @own-modules */
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, migrateDatabase, UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { defineJob, type JobDefinition } from './job-definition.js';
import { PostponedJob, type Job } from './job-handler.js';
import { JobQueue, type JobQueueOptions } from './job-queue.js';
import { migrateJobs } from './migrate-jobs.js';

interface Numbered {
  number: number;
}
const options = { concurrency: 2, timeoutSeconds: 60, retries: 2 };
const Announced = defineJob<Numbered>('test.announced', options);
const Silent = defineJob<Numbered>('test.silent', { ...options, notifies: false });

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;
const NEVER = { pollMs: NEVER_MS, superviseMs: NEVER_MS };

describe('a queue in which nothing happens', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let unitOfWork: UnitOfWork;
  const queues: JobQueue[] = [];

  beforeAll(async () => {
    database = await createMigratedDatabase((url) => migrateDatabase(url, [], [migrateJobs]), 'jobs');
    orm = await createOrm(createPool(database.url, 6));
    unitOfWork = new UnitOfWork(orm);
  });
  afterEach(async () => {
    for (const queue of queues.splice(0)) await stop(queue);
  });
  afterAll(async () => {
    await orm.close(true);
    await database.drop();
  });

  const stop = async (queue: JobQueue): Promise<void> => {
    await queue.onModuleDestroy();
    await queue.onApplicationShutdown();
  };

  /** A process that runs jobs of this kind. `first` resolves when its handler was called. */
  async function aWorker(
    definition: JobDefinition<Numbered>,
    intervals: JobQueueOptions['intervals'],
    handle: (job: Job<Numbered>) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ queue: JobQueue; first: Promise<Job<Numbered>> }> {
    const queue = new JobQueue({
      url: database.url,
      clock: new Clock(),
      pollsForWork: true,
      isOnlyProcess: false,
      ...(intervals && { intervals }),
    });
    queues.push(queue);
    await queue.onModuleInit();
    const first = Promise.withResolvers<Job<Numbered>>();
    await queue.register(definition.name, {
      handle: (job) => {
        first.resolve(job as Job<Numbered>);
        return handle(job as Job<Numbered>);
      },
    });
    return { queue, first: first.promise };
  }

  /** A process that runs no jobs. */
  async function anotherProcess(): Promise<JobQueue> {
    const queue = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: false, isOnlyProcess: false });
    queues.push(queue);
    await queue.onModuleInit();
    return queue;
  }

  const add = (queue: JobQueue, definition: JobDefinition<Numbered>, number: number): Promise<void> =>
    unitOfWork.run((tx) => queue.enqueueAll(tx, definition, [{ number }]));

  it('runs a new job by its notification alone, without polling', async () => {
    const { queue, first } = await aWorker(Announced, NEVER);
    await add(queue, Announced, 1);
    expect((await first).data).toEqual({ number: 1 });
  });

  it('finds a job whose notification was lost by polling', async () => {
    const { queue, first } = await aWorker(Silent, { ...NEVER, pollMs: 20 });
    await add(queue, Silent, 2);
    expect((await first).data).toEqual({ number: 2 });
  });

  it('runs a failed job again when it is due, without polling', async () => {
    const attempts: number[] = [];
    const succeeded = Promise.withResolvers<void>();
    const { queue } = await aWorker(Announced, NEVER, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('not yet');
      succeeded.resolve();
      await Promise.resolve();
    });
    await add(queue, Announced, 3);
    await succeeded.promise;
    expect(attempts).toEqual([1, 2]);
  });

  it('runs a postponed job that another process makes due later, without polling', async () => {
    let calls = 0;
    const [waits, ran] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { queue } = await aWorker(Announced, NEVER, () => {
      calls += 1;
      if (calls === 1)
        throw new PostponedJob(new Date(Date.now() + NEVER_MS), {}, async () => {
          waits.resolve();
          await Promise.resolve();
        });
      ran.resolve();
      return Promise.resolve();
    });
    await add(queue, Announced, 4);
    await waits.promise;
    const other = await anotherProcess();
    await other.hasten(Announced, ['number', '4'], { until: new Date(Date.now() + 300) });
    await ran.promise;
    expect(calls).toBe(2);
  });

  it('runs the job that a stopping process returns at once in another process, without polling', async () => {
    const ending = await aWorker(Announced, NEVER, ({ signal }) => {
      const ended = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => ended.reject(new Error('ended')));
      return ended.promise;
    });
    await add(ending.queue, Announced, 5);
    await ending.first;
    const { first } = await aWorker(Announced, NEVER);
    await stop(ending.queue);
    queues.splice(queues.indexOf(ending.queue), 1);
    expect(await first).toMatchObject({ data: { number: 5 }, attempt: 1 });
  });

  it('retries the job of a process that has died', async () => {
    const ended = await anotherProcess();
    await unitOfWork.run(async (tx) => {
      await ended.enqueueAll(tx, Silent, [{ number: 6 }]);
      await tx.sql.query(
        `update job.job set state = 'active', started_on = now() - interval '30 seconds',
           heartbeat_on = now() - interval '30 seconds' where name = $1 and state = 'created'`,
        [Silent.name],
      );
      await tx.sql.query('update job.queue set monitor_on = null, monitor_claim_on = null');
    });
    const { first } = await aWorker(Silent, { ...NEVER, superviseMs: 20 }); // finding nothing, it would look a minute later
    expect(await first).toMatchObject({ data: { number: 6 }, attempt: 2 });
  });
});
