import type { INestApplicationContext } from '@nestjs/common';
import { AdministerUsers } from '#operation/admin';
import { createId, type ActorContext, type SessionActor } from '#ground/kernel';
import { Members } from '#people/organizations';
import { ClaimedMemberships } from '#people/sign-in-providers';
import { addMember } from '../authorization/archive.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLocks } from './describe-lock-order.js';
import type { Work } from './locking-pairs.js';

interface Given {
  caller: ActorContext<SessionActor>;
  owner: ActorContext<SessionActor>;
  organizationId: string;
  /** An administrator, and a member of the organization and of another one that is before it. */
  userId: string;
  otherOrganizationId: string;
  memberId: string;
}

const accounts = (app: INestApplicationContext) => app.get(AdministerUsers, { strict: false });
const members = (app: INestApplicationContext) => app.get(Members, { strict: false });
const ctxOf = ({ owner, organizationId }: Given) => ({ ...owner, organizationId, role: 'owner' }) as const;

/** Every transaction that locks an account of another user. */
const WORK: Record<string, Work<Given>> = {
  // The first, so that it is stopped between two memberships while the account is deleted.
  'giving the memberships that follow from claims': (app, { userId, organizationId, otherOrganizationId }) => {
    const organizations = [organizationId, otherOrganizationId].map(
      (id) => ({ value: 'staff', organizationId: id, role: 'viewer' }) as const,
    );
    return app
      .get(ClaimedMemberships, { strict: false })
      .apply(userId, { roles: 'groups', organizations }, { groups: 'staff' });
  },
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
  const [otherOrganizationId, organizationId] = [createId('org'), createId('org')];
  const [ownerId, userId] = [createId('usr'), createId('usr')];
  await pool.query(
    `insert into "user" (id, created_at, updated_at, email, name, is_admin)
     select id, now(), now(), id || '@example.test', 'Person', id = $2 from unnest(array[$1, $2]) as given(id)`,
    [ownerId, userId],
  );
  for (const id of [organizationId, otherOrganizationId]) {
    await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
      id,
    ]);
    await pool.query('insert into organization_log (organization_id) values ($1)', [id]);
    await addMember(app, id, { userId: ownerId, role: 'owner' });
  }
  // The order of the memberships is not that of the organizations.
  const memberId = await addMember(app, organizationId, { userId, role: 'member' });
  await addMember(app, otherOrganizationId, { userId, role: 'member' });
  const [caller, owner] = [actorOf(administratorId, true), actorOf(ownerId, false)];
  return { caller, owner, organizationId, otherOrganizationId, userId, memberId };
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
  sampled: Object.keys(WORK).length, // memberships of several organizations are in one table
});
