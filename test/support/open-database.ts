import type pg from 'pg';
import { AuditLog, ChainRepository, PendingEntryRepository, SealEntries } from '#ground/audit';
import { ControlConnection, createOrm, createPool, Leases, UnitOfWork } from '#ground/database';
import { Broadcasts, Changes, Counters, EventRepository, PendingChanges } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import {
  Clock,
  createId,
  type ActorContext,
  type OrganizationContext,
  type Role,
  type SessionActor,
} from '#ground/kernel';
import { createMigratedDatabase } from './database.js';

/** What a repository or verb needs, over a real database. Jobs can be recorded, but none is worked on. */
export interface OpenDatabase {
  pool: pg.Pool;
  unitOfWork: UnitOfWork;
  leases: Leases;
  changes: Changes;
  counters: Counters;
  events: EventRepository;
  audit: AuditLog;
  seal: SealEntries;
  /** A new user who is signed in. */
  aUser(): Promise<ActorContext<SessionActor>>;
  /** A new organization with this user, or a new one, as its only member. */
  anOrganization(options?: { by?: ActorContext<SessionActor>; role?: Role }): Promise<OrganizationContext>;
  close(): Promise<void>;
}

/** A database of its own for one spec file. */
export async function openDatabase(): Promise<OpenDatabase> {
  const database = await createMigratedDatabase();
  const pool = createPool(database.url, 8);
  const orm = await createOrm(pool);
  const unitOfWork = new UnitOfWork(orm);
  const control = new ControlConnection(database.url);
  const leases = new Leases(control, unitOfWork, new Clock());
  const jobs = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: false, isOnlyProcess: false });
  const pending = new PendingChanges(jobs);
  const changes = new Changes(pending);
  const events = new EventRepository(unitOfWork);

  const aUser = async (): Promise<ActorContext<SessionActor>> => {
    const userId = createId('usr');
    await pool.query(
      `insert into "user" (id, created_at, updated_at, email, name) values ($1, now(), now(), $1 || '@example.test', 'Ada')`,
      [userId],
    );
    return {
      actor: { via: 'session', userId, sessionId: createId('auth_ses'), isAdmin: false },
      requestId: createId('req'),
    };
  };

  return {
    pool,
    unitOfWork,
    leases,
    changes,
    counters: new Counters(unitOfWork),
    events,
    audit: new AuditLog(unitOfWork, new PendingEntryRepository(), new Broadcasts(pending)),
    seal: new SealEntries(unitOfWork, new ChainRepository(unitOfWork), events),
    aUser,
    anOrganization: async ({ by, role = 'owner' } = {}) => {
      const context = by ?? (await aUser());
      const organizationId = createId('org');
      await pool.query(
        `insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'Test')`,
        [organizationId],
      );
      await pool.query(
        `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
         values ($1, now(), now(), $2, $3, $4)`,
        [createId('org_mem'), organizationId, context.actor.userId, role],
      );
      await unitOfWork.run((tx) => changes.open(tx, organizationId));
      return { ...context, organizationId, role };
    },
    close: async () => {
      await leases.beforeApplicationShutdown();
      await control.onApplicationShutdown();
      await orm.close(true);
      await database.drop();
    },
  };
}
