import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrm, createPool, migrateDatabase, UnitOfWork, type Transaction } from '#ground/database';
import { JobQueue, migrateJobs, type Job, type JobHandler } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { untilTrue } from '../../../../test/support/until.js';
import { ProcessDocument, type ProcessDocumentData } from './documents.jobs.js';

/** Other files than short texts keep their places until they are released. */
class Readers implements JobHandler<ProcessDocumentData> {
  readonly begun: string[] = [];
  readonly #release = Promise.withResolvers<void>();
  readonly shortTextIsRead = Promise.withResolvers<string[]>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  release(): void {
    this.#release.resolve();
  }

  placesOf(): number {
    return 1;
  }

  mostTogether(): number {
    return 16;
  }

  async handleAll(
    jobs: readonly Job<ProcessDocumentData>[],
    complete: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(complete);
    this.shortTextIsRead.resolve(jobs.map(({ data }) => data.documentId));
  }

  async handle({ data }: Job<ProcessDocumentData>): Promise<void> {
    this.begun.push(data.documentId);
    await this.#release.promise;
  }
}

describe('short texts', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let unitOfWork: UnitOfWork;
  let queue: JobQueue;
  let readers: Readers;

  beforeAll(async () => {
    database = await createMigratedDatabase((url) => migrateDatabase(url, [], [migrateJobs]), 'jobs');
    orm = await createOrm(createPool(database.url, 6));
    unitOfWork = new UnitOfWork(orm);
    queue = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: true, isOnlyProcess: false });
    await queue.onModuleInit();
    readers = new Readers(unitOfWork);
    await queue.register(ProcessDocument.name, readers);
  });
  afterAll(async () => {
    readers.release();
    await queue.onModuleDestroy();
    await queue.onApplicationShutdown();
    await orm.close(true);
    await database.drop();
  });

  it('short texts are read while other files of their organization use all its places', async () => {
    const upload = { organizationId: 'one', reason: 'upload' } as const;
    const scans = Array.from({ length: 10 }, (_, at) => ({ ...upload, documentId: `scan ${at}` }));
    await unitOfWork.run((tx) => queue.enqueueAll(tx, ProcessDocument, scans));
    await untilTrue('a reader at each place', () => readers.begun.length === ProcessDocument.options.concurrency);

    await unitOfWork.run((tx) =>
      queue.enqueue(tx, ProcessDocument, { ...upload, documentId: 'text', isShortText: true }),
    );
    expect(await readers.shortTextIsRead.promise).toEqual(['text']);
    expect(readers.begun).toHaveLength(ProcessDocument.options.concurrency);
  });
});
