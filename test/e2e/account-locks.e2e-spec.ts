import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { AdministerUsers } from '#operation/admin';
import { AppError, createId, type ActorContext, type SessionActor } from '#ground/kernel';
import { Members } from '#people/organizations';
import { addMember } from '../authorization/archive.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import { LockingPairs, PAIRS_WITHIN_MS, type Work } from './locking-pairs.js';

interface Given {
  caller: ActorContext<SessionActor>;
  owner: ActorContext<SessionActor>;
  organizationId: string;
  /** An administrator, and a member of the organization. */
  userId: string;
  memberId: string;
}

const accounts = (app: INestApplicationContext) => app.get(AdministerUsers, { strict: false });
const members = (app: INestApplicationContext) => app.get(Members, { strict: false });
const ctxOf = ({ owner, organizationId }: Given) => ({ ...owner, organizationId, role: 'owner' }) as const;

/** Every transaction that locks an account of another user. */
const WORK: Record<string, Work<Given>> = {
  'deleting an account': (app, { caller, userId }) => accounts(app).delete(caller, userId),
  'disabling an account': (app, { caller, userId }) => accounts(app).change(caller, userId, { isDisabled: true }),
  'taking the rights of an administrator': (app, { userId }) =>
    accounts(app).changeByCommand(userId, { isAdmin: false }),
  'changing the limit of an account': (app, { caller, userId }) =>
    accounts(app).change(caller, userId, { maxOrganizationCount: 3 }),
  'resetting the second factor of an account': (app, { userId }) =>
    accounts(app).resetSecondFactor(userId, { withPasskeys: true }),
  'ending the sessions of an account': (app, { userId }) => accounts(app).revokeSessions(userId),
  'removing the user from an organization': (app, given) => members(app).remove(ctxOf(given), given.memberId),
  'making the user the owner of an organization': (app, given) =>
    members(app).transferOwnership(ctxOf(given), given.memberId),
};

// In the full set each operation meets all that are listed after it; at the gate itself, those that lock tables in an
// opposite order, and a sample of the others (see `LockingPairs`).
describe('the order of the locks of accounts', () => {
  let app: TestApp;
  let pairs: LockingPairs<Given>;
  let administratorId: string;

  beforeAll(async () => {
    app = await startApp({ DATABASE_POOL_SIZE: '24' });
    ({ userId: administratorId } = await app.aUser({ email: 'administrator@example.test' }));
    await poolOf(app).query('update "user" set is_admin = (id = $1)', [administratorId]);
    const gate = new StatementGate(poolOf(app));
    pairs = new LockingPairs({ app: app.app, gate, prepare, accept, stopped: WORK, atOnce: 1 });
  });
  afterAll(() => app.close());

  const actorOf = (userId: string, isAdmin: boolean): ActorContext<SessionActor> => ({
    actor: { via: 'session', userId, sessionId: 'auth_ses_locks', isAdmin },
    requestId: undefined,
  });

  /** Accounts and an organization of their own, so that rows of earlier rounds cannot interfere. */
  async function prepare(): Promise<Given> {
    const pool = poolOf(app);
    const [organizationId, ownerId, userId] = [createId('org'), createId('usr'), createId('usr')];
    await pool.query(
      `insert into "user" (id, created_at, updated_at, email, name, is_admin)
       select id, now(), now(), id || '@example.test', 'Person', id = $2 from unnest(array[$1, $2]) as given(id)`,
      [ownerId, userId],
    );
    await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
      organizationId,
    ]);
    await pool.query('insert into organization_log (organization_id) values ($1)', [organizationId]);
    await addMember(app, organizationId, { userId: ownerId, role: 'owner' });
    const memberId = await addMember(app, organizationId, { userId, role: 'member' });
    const [caller, owner] = [actorOf(administratorId, true), actorOf(ownerId, false)];
    return { caller, owner, organizationId, userId, memberId };
  }

  /** An AppError is an expected outcome: for example, the account is gone. */
  const accept = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
  };

  it.each(Object.keys(WORK))(
    'the operation %s does not deadlock with operations listed after it',
    async (first) => {
      expect(await pairs.run(first)).toEqual({ failures: [], deadlocks: [] });
    },
    PAIRS_WITHIN_MS,
  );
});
