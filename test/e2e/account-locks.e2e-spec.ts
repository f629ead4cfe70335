import type { INestApplicationContext } from '@nestjs/common';
import { AdministerUsers } from '#operation/admin';
import { createId, type ActorContext, type SessionActor } from '#ground/kernel';
import { Members } from '#people/organizations';
import { addMember } from '../authorization/archive.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLocks } from './describe-lock-order.js';
import type { Work } from './locking-pairs.js';

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

const actorOf = (userId: string, isAdmin: boolean): ActorContext<SessionActor> => ({
  actor: { via: 'session', userId, sessionId: 'auth_ses_locks', isAdmin },
  requestId: undefined,
});

/** Accounts and an organization of their own, so that rows of earlier rounds cannot interfere. */
async function prepare(app: TestApp, administratorId: string): Promise<Given> {
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

let administratorId: string;
describeLocks('the order of the locks of accounts', {
  stopped: WORK,
  given: async (app) => {
    ({ userId: administratorId } = await app.aUser({ email: 'administrator@example.test' }));
    await poolOf(app).query('update "user" set is_admin = (id = $1)', [administratorId]);
  },
  prepare: (app) => prepare(app, administratorId),
  atOnce: 1,
});
