import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { Forbidden, NotInOrganization, UserRepository } from '#people/auth';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { ActorContext, OrganizationContext, UserActor } from '#ground/kernel';
import { canChange } from '../role-policy.js';
import { MemberRepository } from '../member.repository.js';
import type { GivenRole } from '../members.js';
import { OrganizationRepository } from '../organization.repository.js';
import { AlreadyInOrganization } from '../organizations.errors.js';
import { InvitationMail } from './invitation-mail.js';
import { InvitationRepository, type Invitation } from './invitation.repository.js';
import {
  InvitationAlreadyExists,
  InvitationLimitReached,
  InvitationNotFound,
  InvitationNotPending,
  PendingInvitationLimitReached,
} from './invitations.errors.js';
import { InvitationCancelled, InvitationCreated, InvitationResent } from './invitations.events.js';
import { SentInvitationRepository } from './sent-invitation.repository.js';

type UserContext = OrganizationContext & { readonly actor: UserActor };

const mayNotInvite = () =>
  Forbidden({ message: 'Only owners and admins of the organization may manage its invitations.' });

/** What owners and admins do with the invitations of their organization. */
@Injectable()
export class SendInvitations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: InvitationRepository,
    private readonly sent: SentInvitationRepository,
    private readonly members: MemberRepository,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
    private readonly mail: InvitationMail,
    private readonly config: OrganizationsConfig,
    private readonly changes: Changes,
  ) {}

  /** Invites an address; an earlier invitation for it that has ended is used again. */
  async invite(
    tx: Transaction,
    caller: ActorContext<UserActor>,
    { organizationId, ...invited }: { organizationId: string; email: string; role: GivenRole },
  ): Promise<Invitation> {
    const { userId } = caller.actor;
    const email = invited.email.toLowerCase();
    await this.sent.lockLimit(tx, userId);
    await this.invitations.lockLimit(tx, { organizationId });
    const ctx = await this.#managerOf(tx, caller, organizationId);
    await this.#assertNotMember(tx, ctx, email);
    const waiting = await this.invitations.countPending(tx, ctx);
    await this.#count(tx, userId);
    const { invitationExpirationDelayDays: expiresInDays } = this.config;
    const fields = { email, role: invited.role, inviterId: userId, expiresInDays };
    const invitation = await this.invitations.save(tx, ctx, fields);
    if (!invitation) throw InvitationAlreadyExists();
    if (waiting >= this.config.maxPendingInvitations) throw PendingInvitationLimitReached();
    await this.mail.send(tx, invitation);
    this.#record(tx, ctx, { event: InvitationCreated, onDeletedOrganization: () => NotInOrganization() }, invitation);
    return invitation;
  }

  /** Sends an invitation that was rejected or cancelled, or has expired, once more. */
  async resend(caller: ActorContext<UserActor>, invitationId: string): Promise<Invitation> {
    const { userId } = caller.actor;
    return this.unitOfWork.run(async (tx) => {
      await this.sent.lockLimit(tx, userId);
      const known = await this.invitations.find(invitationId, tx);
      if (!known || !(await this.#isLive(tx, known))) throw mayNotInvite();
      await this.invitations.lockLimit(tx, known);
      const ctx = await this.#managerOf(tx, caller, known.organizationId);
      const { status = 'accepted', email = '' } = (await this.invitations.lock(tx, invitationId)) ?? {};
      if (status === 'pending' || status === 'accepted') {
        throw Forbidden({ message: `An invitation that is ${status} cannot be sent again.` });
      }
      await this.#assertNotMember(tx, ctx, email);
      const waiting = await this.invitations.countPending(tx, ctx);
      if (waiting >= this.config.maxPendingInvitations) throw PendingInvitationLimitReached();
      await this.#count(tx, userId);
      const { invitationExpirationDelayDays: expiresInDays } = this.config;
      const invitation = await this.invitations.renew(tx, invitationId, { inviterId: userId, expiresInDays });
      await this.mail.send(tx, invitation);
      this.#record(tx, ctx, { event: InvitationResent, onDeletedOrganization: mayNotInvite }, invitation);
      return invitation;
    });
  }

  async cancel(caller: ActorContext<UserActor>, invitationId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const known = await this.invitations.find(invitationId, tx);
      if (!known || !(await this.#isLive(tx, known))) throw InvitationNotFound();
      const ctx = await this.#managerOf(tx, caller, known.organizationId);
      const invitation = await this.invitations.lock(tx, invitationId);
      if (invitation?.status !== 'pending') throw InvitationNotPending();
      await this.invitations.end(tx, invitationId, 'cancelled');
      this.#record(
        tx,
        ctx,
        { event: InvitationCancelled, onDeletedOrganization: () => InvitationNotFound() },
        invitation,
      );
    });
  }

  /** The caller in the organization. Its role stays until the commit. */
  async #managerOf(
    tx: Transaction,
    { actor, requestId }: ActorContext<UserActor>,
    organizationId: string,
  ): Promise<UserContext> {
    const role = await this.members.keepRole(tx, { actor, organizationId });
    const ctx = role && { actor, requestId, organizationId, role };
    if (!ctx || !canChange(ctx, 'invitations')) throw mayNotInvite();
    return ctx;
  }

  async #isLive(tx: Transaction, { organizationId }: Invitation): Promise<boolean> {
    return (await this.organizations.findLive([organizationId], tx)).has(organizationId);
  }

  async #assertNotMember(tx: Transaction, ctx: UserContext, email: string): Promise<void> {
    const user = await this.users.findByEmail(email, tx);
    if (user && (await this.organizations.membersAmong(tx, ctx, [user.id])).size > 0) throw AlreadyInOrganization();
  }

  /** Counts one more invitation of this user, under the lock of {@link SentInvitationRepository.lockLimit}. */
  async #count(tx: Transaction, userId: string): Promise<void> {
    const limit = this.config.maxInvitationsPerDay;
    const retryAfterSeconds = await this.sent.waitOf(tx, userId, limit);
    if (retryAfterSeconds !== undefined) {
      throw InvitationLimitReached({
        message: `You have sent ${limit} invitations within 24 hours, as many as one user may send.`,
        retryAfterSeconds,
      });
    }
    await this.sent.add(tx, userId);
  }

  /** `onDeletedOrganization`: the error when the organization is deleted by the time of the commit. */
  #record(
    tx: Transaction,
    ctx: UserContext,
    { event, onDeletedOrganization }: { event: typeof InvitationCreated; onDeletedOrganization: () => Error },
    { id: invitationId, role }: Invitation,
  ): void {
    this.changes.record(tx, ctx, event, { invitationId, role }, { onDeletedOrganization });
  }
}
