import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { EmailNotVerified, Forbidden, UserRepository } from '#people/auth';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { ActorContext, OrganizationContext, Page, UserActor } from '#ground/kernel';
import { Members } from '../members.js';
import { OrganizationRepository, type OrganizationFacts } from '../organization.repository.js';
import { AlreadyInOrganization } from '../organizations.errors.js';
import { InvitationRepository, type Invitation } from './invitation.repository.js';
import { InvitationNotFound, InvitationNotPending } from './invitations.errors.js';
import { InvitationAccepted, InvitationRejected } from './invitations.events.js';

export interface ReceivedInvitation extends Invitation {
  organization: OrganizationFacts;
}

const onDeletedOrganization = () => InvitationNotFound();

/** What the person who is invited does with an invitation. */
@Injectable()
export class AnswerInvitations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: InvitationRepository,
    private readonly members: Members,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
    private readonly changes: Changes,
    private readonly auth: AuthConfig,
  ) {}

  /** Returns what the user can accept now, oldest first; without those of deleted organizations. */
  async pendingOf({ userId }: UserActor, page: Page): Promise<ReceivedInvitation[]> {
    const { email } = await this.users.get(userId);
    const invitations = await this.invitations.pendingOf(email.toLowerCase(), page);
    const organizations = await this.organizations.findLive(invitations.map(({ organizationId }) => organizationId));
    return invitations.flatMap((invitation) => {
      const organization = organizations.get(invitation.organizationId);
      return organization ? [{ ...invitation, organization }] : [];
    });
  }

  async countPendingOf({ userId }: UserActor): Promise<number> {
    const { email } = await this.users.get(userId);
    return this.invitations.countPendingOf(email.toLowerCase());
  }

  /** Makes the user a member in the role of the invitation. */
  async accept(caller: ActorContext<UserActor>, invitationId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const known = await this.invitations.find(invitationId, tx);
      if (known) await this.members.lockLimit(tx, known);
      const invitation = await this.#lockReceived(tx, caller, invitationId);
      const { role, organizationId } = invitation;
      const ctx: OrganizationContext = { ...caller, organizationId, role };
      const member = await this.members.add(tx, ctx, { userId: caller.actor.userId, role }, onDeletedOrganization);
      if (!member) throw AlreadyInOrganization();
      await this.members.assertWithinLimit(tx, ctx);
      await this.invitations.end(tx, invitationId, 'accepted');
      this.changes.record(tx, ctx, InvitationAccepted, { invitationId, role }, { onDeletedOrganization });
    });
  }

  async reject(caller: ActorContext<UserActor>, invitationId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const { role, organizationId } = await this.#lockReceived(tx, caller, invitationId);
      await this.invitations.end(tx, invitationId, 'rejected');
      // The user is no member: it has no more rights than the least role.
      const ctx: OrganizationContext = { ...caller, organizationId, role: 'viewer' };
      this.changes.record(tx, ctx, InvitationRejected, { invitationId, role }, { onDeletedOrganization });
    });
  }

  /** A pending invitation for the address of the caller. The address is checked before the status, which it protects. */
  async #lockReceived(tx: Transaction, { actor }: ActorContext<UserActor>, invitationId: string): Promise<Invitation> {
    const invitation = await this.invitations.lock(tx, invitationId);
    const isLive = invitation && (await this.organizations.findLive([invitation.organizationId], tx)).size > 0;
    if (!invitation || !isLive) throw InvitationNotFound();
    const address = await this.users.addressOf(tx, actor.userId);
    if (address?.email.toLowerCase() !== invitation.email) {
      throw Forbidden({ message: 'This invitation is for another e-mail address than the one of your account.' });
    }
    // An account can be older than the setting, or come from a provider that does not verify addresses.
    if (this.auth.isEmailVerificationRequired && !address.isVerified) throw EmailNotVerified();
    if (invitation.status !== 'pending') throw InvitationNotPending();
    return invitation;
  }
}
