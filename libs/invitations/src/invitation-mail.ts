import { Injectable } from '@nestjs/common';
import { clientUrl, ServerConfig } from '#config/server';
import { UserRepository } from '#libs/auth';
import type { Transaction } from '#libs/database';
import { Mails } from '#libs/mail';
import { OrganizationRepository } from '#libs/organizations';
import type { Invitation } from './invitation.repository.js';

/** Tells a person about an invitation. */
@Injectable()
export class InvitationMail {
  constructor(
    private readonly mails: Mails,
    private readonly users: UserRepository,
    private readonly organizations: OrganizationRepository,
    private readonly server: ServerConfig,
  ) {}

  /** The page where an invitation is accepted. It holds no secret: the invited person signs in there. */
  get link(): string {
    return `${clientUrl(this.server)}/invitations`;
  }

  /** False when people have to pass the link on themselves. */
  get reachesPeople(): boolean {
    return this.mails.transport === 'delivers';
  }

  async send(tx: Transaction, { organizationId, inviterId, email, expiresAt }: Invitation): Promise<void> {
    if (this.mails.transport === 'none') return;
    const organization = (await this.organizations.findLive([organizationId], tx)).get(organizationId);
    const inviter = inviterId === null ? undefined : (await this.users.profilesOf([inviterId], tx)).get(inviterId);
    const text = [
      `${inviter ? oneLine(inviter.name) : 'An administrator'} invites you to the organization "${oneLine(organization?.name ?? '')}".`,
      `Sign in with the address ${email}, or create an account with it, to accept or reject the invitation:`,
      this.link,
      `The invitation is valid until ${expiresAt.toISOString()}. If you do not know the sender, ignore this mail.`,
    ].join('\n\n');
    await this.mails.send(tx, {
      to: email,
      subject: 'You are invited to an organization',
      text,
      usefulUntil: expiresAt,
    });
  }
}

/** Names of users cannot add paragraphs to the mail. */
const oneLine = (name: string): string => name.replace(/\s+/gu, ' ').trim();
