/** @own-modules */
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, migrateDatabase, UnitOfWork, type Transaction } from '#ground/database';
import { Clock } from '#ground/kernel';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { untilTrue } from '../../../../test/support/until.js';
import { defineJob } from './job-definition.js';
import type { Job, JobHandler } from './job-handler.js';
import { JobQueue } from './job-queue.js';
import { migrateJobs } from './migrate-jobs.js';

const Together = defineJob<{ lane?: string; number: number }>('test.together', {
  concurrency: 2,
  timeoutSeconds: 60,
  retries: 2,
  laneOf: ({ lane }) => lane,
});

/** Does jobs of its lanes together, and notes how they were done. */
class Gatherer implements JobHandler<{ number: number }> {
  together: number[][] = [];
  alone: number[] = [];
  refused: number | undefined;

  constructor(private readonly transactions: () => UnitOfWork) {}

  mostTogether(): number {
    return 3;
  }

  async handleAll(
    jobs: readonly Job<{ number: number }>[],
    complete: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const numbers = jobs.map(({ data }) => data.number).sort();
    this.together.push(numbers);
    await this.transactions().run(async (tx) => {
      await complete(tx);
      if (numbers.some((number) => number === this.refused)) throw new Error(`${this.refused} is refused`);
    });
  }

  handle({ data }: Job<{ number: number }>): Promise<void> {
    this.alone.push(data.number);
    return data.number === this.refused ? Promise.reject(new Error('refused')) : Promise.resolve();
  }
}

describe('jobs that are done together', () => {
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

  const statesOf = async (name: string): Promise<string[]> => {
    const rows = await unitOfWork.run((tx) =>
      tx.sql.query<{ state: string }>('select state::text from job.job where name = $1 order by state', [name]),
    );
    return rows.map(({ state }) => state);
  };
  const aGatherer = async (options = { pollsForWork: false, isOnlyProcess: false }) => {
    await unitOfWork.run((tx) => tx.sql.query(`delete from job.job where name like 'test.together%'`));
    const queue = new JobQueue({ url: database.url, clock: new Clock(), ...options });
    queues.push(queue);
    await queue.onModuleInit();
    const gatherer = new Gatherer(() => unitOfWork);
    await queue.register(Together.name, gatherer);
    return { queue, gatherer };
  };

  it('jobs of one lane are done together, and those without a lane separately', async () => {
    const { queue, gatherer } = await aGatherer();
    const lane = [1, 2, 3, 4].map((number) => ({ lane: 'a', number }));
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Together, [...lane, { number: 5 }, { lane: 'b', number: 6 }]));
    await queue.drain();
    expect(gatherer.alone).toEqual([5]);
    expect(gatherer.together.map(({ length }) => length).sort()).toEqual([1, 1, 3]);
    expect(gatherer.together.flat().sort()).toEqual([1, 2, 3, 4, 6]);
    expect(await statesOf(Together.name)).toEqual(Array(6).fill('completed'));
  });

  it('jobs that fail together are done separately, and only the one that then fails is retried', async () => {
    const { queue, gatherer } = await aGatherer();
    gatherer.refused = 2;
    await unitOfWork.run((tx) =>
      queue.enqueueAll(
        tx,
        Together,
        [1, 2, 3].map((number) => ({ lane: 'a', number })),
      ),
    );
    await queue.drain();
    expect(gatherer.together).toEqual([[1, 2, 3]]);
    expect(gatherer.alone.sort()).toEqual([1, 2, 2, 2, 3]);
    expect(await statesOf(Together.name)).toEqual(['completed', 'completed', 'failed']);
    expect(await statesOf(`${Together.name}.failed`)).toEqual(['created']);
  });

  it('jobs of different lanes are never done together, even when they have the same number in the queue', async () => {
    const { queue, gatherer } = await aGatherer();
    // The digests of both begin with the same four bytes.
    const jobs = ['lane 42366', 'lane 99522'].flatMap((lane, index) =>
      [1, 2].map((number) => ({ lane, number: 10 * index + number })),
    );
    await unitOfWork.run((tx) => queue.enqueueAll(tx, Together, jobs));
    const priorities = await unitOfWork.run((tx) =>
      tx.sql.query('select distinct priority from job.job where name = $1', [Together.name]),
    );
    expect(priorities).toHaveLength(1);
    await queue.drain();
    // At most one lane in each call, and every job in one.
    expect(gatherer.together.filter((numbers) => new Set(numbers.map((number) => number > 10)).size > 1)).toEqual([]);
    expect([...gatherer.together.flat(), ...gatherer.alone].sort((a, b) => a - b)).toEqual([1, 2, 11, 12]);
    expect(await statesOf(Together.name)).toEqual(Array(4).fill('completed'));
  });

  it('jobs of a lane that wait are fetched together after a notification', async () => {
    const { queue, gatherer } = await aGatherer({ pollsForWork: true, isOnlyProcess: false });
    await unitOfWork.run((tx) =>
      queue.enqueueAll(
        tx,
        Together,
        [1, 2, 3, 4].map((number) => ({ lane: 'a', number })),
      ),
    );
    await untilTrue('the end of all jobs', async () =>
      (await statesOf(Together.name)).every((state) => state === 'completed'),
    );
    expect(gatherer.together.map(({ length }) => length)).toEqual([3, 1]);
    expect(gatherer.alone).toEqual([]);
  });
});
