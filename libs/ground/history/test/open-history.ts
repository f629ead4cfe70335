import { createOrm, createPool, migrateDatabase, UnitOfWork, type Transaction } from '#ground/database';
import { Broadcasts, Changes, Counters, EventRepository, PendingChanges } from '#ground/history';
import { coreMigrations } from '#operation/installation';
import { JobQueue, migrateJobs } from '#ground/jobs';
import { Clock, createId, systemContext, type OrganizationContext } from '#ground/kernel';
import { createMigratedDatabase } from '../../../../test/support/database.js';

export interface HistoryFixture {
  url: string;
  unitOfWork: UnitOfWork;
  jobs: JobQueue;
  changes: Changes;
  broadcasts: Broadcasts;
  counters: Counters;
  events: EventRepository;
  /** A new organization, and the context of a command in it. */
  anOrganization(): Promise<OrganizationContext>;
  /** Rows of a statement in a transaction of its own. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** History over a real database and queue. */
export async function openHistory(): Promise<HistoryFixture> {
  const database = await createMigratedDatabase(
    (url) => migrateDatabase(url, coreMigrations(), [migrateJobs]),
    'history',
  );
  const orm = await createOrm(createPool(database.url, 8));
  const unitOfWork = new UnitOfWork(orm);
  const jobs = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: false, isOnlyProcess: false });
  await jobs.onModuleInit();
  const pending = new PendingChanges(jobs);
  const changes = new Changes(pending);
  return {
    url: database.url,
    unitOfWork,
    jobs,
    changes,
    broadcasts: new Broadcasts(pending),
    counters: new Counters(unitOfWork),
    events: new EventRepository(unitOfWork),
    anOrganization: async () => {
      const organizationId = createId('org');
      await unitOfWork.run(async (tx) => {
        await tx.sql.query(
          `insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'Test')`,
          [organizationId],
        );
        await changes.open(tx, organizationId);
      });
      return systemContext(organizationId, 'command');
    },
    rows: (text, values) => unitOfWork.run((tx) => tx.sql.query(text, values)),
    close: async () => {
      await jobs.onModuleDestroy();
      await jobs.onApplicationShutdown();
      await orm.close(true);
      await database.drop();
    },
  };
}

/** A document as the upload writes it, with a size that the counters can be checked against. */
export async function insertDocument(
  tx: Transaction,
  { organizationId }: OrganizationContext,
  { size, trashed = false }: { size: number; trashed?: boolean },
): Promise<string> {
  const id = createId('doc');
  await tx.sql.query(`insert into stored_file (storage_key, state) values ($1, 'committed')`, [id]);
  await tx.sql.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     values ($1, now(), now(), $2, 'a.txt', $3, $1, $1, 'a', 'a', 'text/plain', 'completed', case when $4 then now() end)`,
    [id, organizationId, size, trashed],
  );
  return id;
}
