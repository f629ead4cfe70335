import { Injectable } from '@nestjs/common';
import { UserRepository } from '#people/auth';
import type { Transaction } from '#ground/database';
import { composeMail, exact, MailLinks, Mails, paragraph } from '#capabilities/mail';
import { OrganizationRepository } from '../organization.repository.js';
import type { Invitation } from './invitation.repository.js';

/** Tells a person about an invitation. */
@Injectable()
export class InvitationMail {
  constructor(
    private readonly mails: Mails,
    private readonly users: UserRepository,
    private readonly organizations: OrganizationRepository,
    private readonly links: MailLinks,
  ) {}

  /** The page where an invitation is accepted. It holds no secret: the invited person signs in there. */
  get link(): string {
    return this.links.page('invitations').url;
  }

  /** False when people have to pass the link on themselves. */
  get reachesPeople(): boolean {
    return this.mails.transport === 'delivers';
  }

  async send(tx: Transaction, { organizationId, inviterId, email, expiresAt }: Invitation): Promise<void> {
    if (this.mails.transport === 'none') return;
    const organization = (await this.organizations.findLive([organizationId], tx)).get(organizationId);
    const inviter = inviterId === null ? undefined : (await this.users.profilesOf([inviterId], tx)).get(inviterId);
    const draft = {
      subject: 'You are invited to an organization',
      paragraphs: [
        paragraph`${inviter ? inviter.name : exact('An administrator')} invites you to the organization "${organization?.name ?? ''}".`,
        paragraph`Sign in with the address ${exact(email)}, or create an account with it, to accept or reject the invitation.`,
      ],
      link: { label: 'Show the invitation', to: this.links.page('invitations') },
      notes: [
        paragraph`The invitation is valid until ${exact(expiresAt.toISOString())}. If you do not know the sender, ignore this mail.`,
      ],
    };
    await this.mails.send(tx, { to: email, ...composeMail(draft), usefulUntil: expiresAt });
  }
}
