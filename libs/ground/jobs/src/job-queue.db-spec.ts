/** @own-modules */
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PermanentPluginError } from '@archivolt/plugin-kit';
import { createOrm, createPool, migrateDatabase, UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { defineJob } from './job-definition.js';
import { PostponedJob, type Job, type JobHandler } from './job-handler.js';
import { JobQueue } from './job-queue.js';
import { JobStates } from './job-states.js';
import { migrateJobs } from './migrate-jobs.js';

const Count = defineJob<{ number: number }>('test.count', { concurrency: 2, timeoutSeconds: 60, retries: 2 });

const Lengthy = defineJob<{ number: number }>('test.lengthy', { concurrency: 2, timeoutSeconds: 60, retries: 2 });

const Shared = defineJob<{ organization: string }>('test.shared', {
  concurrency: 2,
  timeoutSeconds: 60,
  retries: 0,
  groupOf: ({ organization }) => organization,
});

const Laned = defineJob<{ lane: string; rounds?: number }>('test.laned', {
  concurrency: 4,
  timeoutSeconds: 60,
  retries: 5,
  laneOf: ({ lane }) => lane,
});

class Counter implements JobHandler<object> {
  seen: number[] = [];
  failing = false;

  async handle(job: Job<object>): Promise<void> {
    this.seen.push((job.data as { number: number }).number);
    await Promise.resolve();
    if (this.failing) throw new Error(`attempt ${job.attempt}, last ${job.isLastAttempt}`);
  }
}

describe('JobQueue', () => {
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
    for (const queue of queues.splice(0)) {
      await queue.onModuleDestroy();
      await queue.onApplicationShutdown();
    }
  });
  afterAll(async () => {
    await orm.close(true);
    await database.drop();
  });

  const aQueue = async (
    handler: Counter,
    options = { pollsForWork: false, isOnlyProcess: false },
  ): Promise<JobQueue> => {
    const queue = new JobQueue({ url: database.url, clock: new Clock(), ...options });
    queues.push(queue);
    await queue.onModuleInit();
    await queue.register(Count.name, handler);
    return queue;
  };

  it('adds a job when, and only when, its transaction is committed', async () => {
    const counter = new Counter();
    const queue = await aQueue(counter);
    const rolledBack = unitOfWork.run(async (tx) => {
      await queue.enqueue(tx, Count, { number: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await unitOfWork.run((tx) => queue.enqueue(tx, Count, { number: 2 }));
    await queue.drain();
    expect(counter.seen).toEqual([2]);
  });

  it('retries a failing job, then moves it to the dead-letter queue and counts it there', async () => {
    const counter = new Counter();
    counter.failing = true;
    const queue = await aQueue(counter);
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Count, [{ number: 3 }]));
    await queue.drain();
    expect(counter.seen).toEqual([3, 3, 3]);
    expect(await new JobStates(unitOfWork).counts()).toContainEqual(
      expect.objectContaining({
        name: Count.name,
        waiting: 0,
        active: 0,
        failed: 1,
      }),
    );
  });

  it('moves a job to the dead-letter queue at once when it throws PermanentPluginError', async () => {
    const queue = await aQueue(new Counter());
    let attempts = 0;
    await queue.register(Laned.name, {
      handle: () => {
        attempts += 1;
        return Promise.reject(new PermanentPluginError('the key is not accepted'));
      },
    });
    await unitOfWork.run((tx) => queue.enqueue(tx, Laned, { lane: 'wrong-key' }));
    await queue.drain();
    expect(attempts).toBe(1);
    expect(await new JobStates(unitOfWork).deadLettered([Laned], 'lane', ['wrong-key'])).toEqual([
      { value: 'wrong-key', message: 'the key is not accepted' },
    ]);
  });

  it('runs a postponed job again when it is due or hastened, with its new data and without counting attempts', async () => {
    const queue = await aQueue(new Counter());
    const seen: unknown[] = [];
    await queue.register(Laned.name, {
      handle: ({ data, attempt }: Job<object>) => {
        seen.push({ data, attempt });
        const { rounds = 0 } = data as { rounds?: number };
        if (rounds < 2) throw new PostponedJob(new Date(Date.now() + 3_600_000), { rounds: rounds + 1 });
        return Promise.resolve();
      },
    });
    await unitOfWork.run((tx) => queue.enqueue(tx, Laned, { lane: 'later' }));
    await queue.drain();
    await queue.drain();
    expect(seen).toHaveLength(1);
    await unitOfWork.run((tx) =>
      tx.sql.query(`update job.job set start_after = now() where name = $1 and state = 'created'`, [Laned.name]),
    );
    await queue.drain();
    expect(seen).toHaveLength(2);
    await queue.hasten(Laned, ['lane', 'another'], { atMost: { field: 'rounds', value: 9 } });
    await queue.hasten(Laned, ['lane', 'later'], { atMost: { field: 'rounds', value: 1 } });
    await queue.drain();
    expect(seen).toHaveLength(2);
    await queue.hasten(Laned, ['lane', 'later'], { atMost: { field: 'rounds', value: 2 } });
    await queue.drain();
    expect(seen).toEqual([
      { data: { lane: 'later' }, attempt: 1 },
      { data: { lane: 'later', rounds: 1 }, attempt: 1 },
      { data: { lane: 'later', rounds: 2 }, attempt: 1 },
    ]);
  });

  it('runs the jobs of a lane in the places of the lane, while other lanes go on', async () => {
    const queue = await aQueue(new Counter(), { pollsForWork: true, isOnlyProcess: false });
    const gate = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    const allEnded = Promise.withResolvers<void>();
    let slow = 0;
    let mostSlow = 0;
    let ended = 0;
    await queue.register(Laned.name, {
      concurrency: 8,
      placesOf: (lane) => (lane === 'slow' ? 2 : 1),
      handle: async ({ data }: Job<object>) => {
        if ((data as { lane: string }).lane === 'fast') {
          done.resolve();
          return;
        }
        slow += 1;
        mostSlow = Math.max(mostSlow, slow);
        if (slow === 2) full.resolve();
        await gate.promise;
        slow -= 1;
        ended += 1;
        if (ended === 6) allEnded.resolve();
      },
    });
    const jobs = Array.from({ length: 6 }, () => ({ lane: 'slow' }));
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Laned, [...jobs, { lane: 'fast' }]));
    await Promise.all([done.promise, full.promise]);
    gate.resolve();
    await allEnded.promise;
    expect(mostSlow).toBe(2);
  });

  it('retries at start the jobs that a crashed process of the same installation left active', async () => {
    const dead = await aQueue(new Counter());
    await unitOfWork.run((tx) => dead.enqueue(tx, Count, { number: 4 }));
    await unitOfWork.run((tx) =>
      tx.sql.query(`update job.job set state = 'active' where name = $1 and state = 'created'`, [Count.name]),
    );
    const counter = new Counter();
    const queue = await aQueue(counter, { pollsForWork: false, isOnlyProcess: true });
    await queue.drain();
    expect(counter.seen).toEqual([4]);
  });

  it('a job that crashes the process each time is not retried without limit', async () => {
    const dead = await aQueue(new Counter());
    await unitOfWork.run((tx) => dead.enqueue(tx, Count, { number: 6 }));
    await unitOfWork.run((tx) =>
      tx.sql.query(
        `update job.job set state = 'active', retry_count = retry_limit where name = $1 and state = 'created'`,
        [Count.name],
      ),
    );
    const counter = new Counter();
    const queue = await aQueue(counter, { pollsForWork: false, isOnlyProcess: true });
    await queue.drain();
    expect(counter.seen).toEqual([]);
    await unitOfWork.run((tx) =>
      tx.sql.query(`delete from job.job where name = $1 and state = 'active'`, [Count.name]),
    );
  });

  it('keeps a job that waits for months', async () => {
    const queue = await aQueue(new Counter());
    await unitOfWork.run(async (tx) => {
      await queue.enqueue(tx, Count, { number: 7 });
      const [job] = await tx.sql.query<{ kept: boolean }>(
        `select keep_until > now() + interval '5 years' as kept from job.job where name = $1 and state = 'created'`,
        [Count.name],
      );
      expect(job).toEqual({ kept: true });
    });
    await queue.drain();
  });

  it('returns unfinished jobs to the queue at shutdown, without counting the attempt', async () => {
    const attempts: number[] = [];
    let begun: (() => void) | undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const endless = {
      seen: [],
      failing: false,
      handle: (job: Job<object>) => {
        attempts.push(job.attempt);
        begun?.();
        return new Promise<void>((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('ended'))));
      },
    };
    const ending = await aQueue(endless, { pollsForWork: true, isOnlyProcess: false });
    await unitOfWork.run((tx) => ending.enqueue(tx, Count, { number: 5 }));
    await isBegun;
    await ending.onModuleDestroy();
    await ending.onApplicationShutdown();
    const counter = new Counter();
    const next = await aQueue({ ...counter, handle: (job) => Promise.resolve(void attempts.push(job.attempt)) });
    await next.drain();
    expect(attempts).toEqual([1, 1]);
  });

  /** A process that polls, with a handler of one kind of job that is called for each job in the order they are taken. */
  const aWorker = async (name: string, handle: (data: never) => Promise<void>): Promise<JobQueue> => {
    const queue = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: true, isOnlyProcess: false });
    queues.push(queue);
    await queue.onModuleInit();
    await queue.register(name, { handle: (job) => handle(job.data as never) });
    return queue;
  };
  const jobsOf = (organization: string, count: number) => Array.from({ length: count }, () => ({ organization }));

  it('runs other jobs while one job takes long', async () => {
    const release = Promise.withResolvers<void>();
    const othersDone = Promise.withResolvers<void>();
    let done = 0;
    const queue = await aWorker(Lengthy.name, async ({ number }: { number: number }) => {
      if (number === 0) return release.promise;
      if ((done += 1) === 3) othersDone.resolve();
    });
    const numbers = [0, 1, 2, 3].map((number) => ({ number }));
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Lengthy, numbers));
    await othersDone.promise;
    expect(await new JobStates(unitOfWork).counts()).toContainEqual(
      expect.objectContaining({
        name: Lengthy.name,
        waiting: 0,
        active: expect.any(Number),
        failed: 0,
      }),
    );
    release.resolve();
  });

  it('runs the only job of one organization before many earlier jobs of another organization', async () => {
    const idle = await aQueue(new Counter());
    await unitOfWork.run((tx) => idle.enqueueAll(tx, Shared, jobsOf('bulk', 300)));
    await unitOfWork.run((tx) => idle.enqueue(tx, Shared, { organization: 'single' }));
    const taken: string[] = [];
    const singleTaken = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    await aWorker(Shared.name, async ({ organization }: { organization: string }) => {
      taken.push(organization);
      if (taken.length === 301) all.resolve();
      if (organization === 'single') singleTaken.resolve();
      await singleTaken.promise;
    });
    await all.promise;
    expect(taken.indexOf('single')).toBeLessThan(3);
  });

  it('runs the job of a new organization at once while other organizations use all their places', async () => {
    const release = Promise.withResolvers<void>();
    const taken: string[] = [];
    let called: (() => void) | undefined;
    const queue = await aWorker(Shared.name, ({ organization }: { organization: string }) => {
      taken.push(organization);
      called?.();
      return organization === 'victim' ? Promise.resolve() : release.promise;
    });
    const hostile = ['first', 'second', 'third'].flatMap((organization) => jobsOf(organization, 10));
    const allPlaces = new Promise<void>((resolve) => (called = () => taken.length === 4 && resolve()));
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Shared, hostile));
    await allPlaces;
    const isServed = new Promise<void>((resolve) => (called = () => taken.includes('victim') && resolve()));
    await unitOfWork.run((tx) => queue.enqueue(tx, Shared, { organization: 'victim' }));
    await isServed;
    expect(taken.slice(0, 3).sort()).toEqual(['first', 'second', 'third']);
    expect(taken.at(4)).toBe('victim');
    expect(await new JobStates(unitOfWork).counts()).toContainEqual(
      expect.objectContaining({ name: Shared.name, waiting: 26 }),
    );
    const allDone = new Promise<void>((resolve) => (called = () => taken.length === 31 && resolve()));
    release.resolve();
    await allDone;
  });

  it('retries a job after a pause although no new job is announced', async () => {
    let attempts = 0;
    const succeeded = Promise.withResolvers<void>();
    const queue = await aWorker(Lengthy.name, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
      succeeded.resolve();
      await Promise.resolve();
    });
    await unitOfWork.run((tx) => queue.enqueue(tx, Lengthy, { number: 1 }));
    await succeeded.promise;
    expect(attempts).toBe(2);
  });

  it('refuses a second handler of the same job', async () => {
    const queue = await aQueue(new Counter());
    await expect(queue.register(Count.name, new Counter())).rejects.toThrow('two handlers');
    await expect(queue.register('test.unknown', new Counter())).rejects.toThrow('not defined');
  });
});
