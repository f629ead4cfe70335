import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import {
  AnswerInvitations,
  ExpireInvitations,
  SendInvitations,
  DeleteOrganization,
  Members,
} from '#people/organizations';
import { createId, type ActorContext, type SessionActor } from '#ground/kernel';
import { addMember } from '../authorization/archive.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLocks } from './describe-lock-order.js';
import type { Work } from './locking-pairs.js';

interface Given {
  organizationId: string;
  owner: ActorContext<SessionActor>;
  invited: ActorContext<SessionActor>;
  /** Memberships of an admin and of a member. */
  adminId: string;
  memberId: string;
  /** Of the user `invited`: one that is pending; the others are for other addresses. */
  pending: string;
  overdue: string;
  cancelled: string;
}

const ctxOf = ({ owner, organizationId }: Given) => ({ ...owner, organizationId, role: 'owner' }) as const;
const members = (app: INestApplicationContext) => app.get(Members, { strict: false });
const sending = (app: INestApplicationContext) => app.get(SendInvitations, { strict: false });
const answers = (app: INestApplicationContext) => app.get(AnswerInvitations, { strict: false });

/** Every transaction that locks a member or an invitation. */
const WORK: Record<string, Work<Given>> = {
  'changing the role of a member': (app, given) => members(app).changeRole(ctxOf(given), given.memberId, 'viewer'),
  'removing a member': (app, given) => members(app).remove(ctxOf(given), given.memberId),
  'transferring the ownership to a member': (app, given) =>
    members(app).transferOwnership(ctxOf(given), given.memberId),
  'transferring the ownership to an admin': (app, given) => members(app).transferOwnership(ctxOf(given), given.adminId),
  'inviting a person': (app, { owner, organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) => sending(app).invite(tx, owner, { organizationId, email: 'new@example.test', role: 'member' })),
  'sending an invitation again': (app, { owner, cancelled }) => sending(app).resend(owner, cancelled),
  'cancelling an invitation': (app, { owner, pending }) => sending(app).cancel(owner, pending),
  'accepting an invitation': (app, { invited, pending }) => answers(app).accept(invited, pending),
  'rejecting an invitation': (app, { invited, pending }) => answers(app).reject(invited, pending),
  'marking invitations as expired': (app) =>
    app.get(ExpireInvitations, { strict: false }).execute(new AbortController().signal),
  'deleting the organization': (app, given) => app.get(DeleteOrganization, { strict: false }).execute(ctxOf(given)),
};

/** A separate organization with users of its own, so that rows of earlier rounds cannot interfere. */
async function prepare(app: TestApp): Promise<Given> {
  const pool = poolOf(app);
  const organizationId = createId('org');
  const users = [createId('usr'), createId('usr'), createId('usr'), createId('usr')] as const;
  await pool.query(
    `insert into "user" (id, created_at, updated_at, email, name)
     select id, now(), now(), id || '@example.test', 'Person' from unnest($1::text[]) as given(id)`,
    [users],
  );
  await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
    organizationId,
  ]);
  await pool.query('insert into organization_log (organization_id) values ($1)', [organizationId]);
  const [owner, admin, member, invited] = users;
  await addMember(app, organizationId, { userId: owner, role: 'owner' });
  const adminId = await addMember(app, organizationId, { userId: admin, role: 'admin' });
  const memberId = await addMember(app, organizationId, { userId: member, role: 'member' });
  const [pending, overdue, cancelled] = [createId('org_inv'), createId('org_inv'), createId('org_inv')];
  await pool.query(
    `insert into organization_invitation (id, organization_id, email, role, status, expires_at, inviter_id)
     values ($1, $4, $5 || '@example.test', 'member', 'pending', now() + interval '1 day', $6),
       ($2, $4, 'overdue@example.test', 'member', 'pending', now(), $6),
       ($3, $4, 'cancelled@example.test', 'member', 'cancelled', now(), $6)`,
    [pending, overdue, cancelled, organizationId, invited, owner],
  );
  const actorOf = (userId: string): ActorContext<SessionActor> => ({
    actor: { via: 'session', userId, sessionId: 'auth_ses_locks', isAdmin: false },
    requestId: undefined,
  });
  const ids = { adminId, memberId, pending, overdue, cancelled };
  return { organizationId, owner: actorOf(owner), invited: actorOf(invited), ...ids };
}

describeLocks('the order of the locks of members and invitations', { stopped: WORK, prepare });
