import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { MailModule } from '#libs/mail';
import { OrganizationsModule } from '#libs/organizations';
import { AnswerInvitations } from './answer-invitations.js';
import { ExpireInvitations } from './expire-invitations.js';
import { InvitationMail } from './invitation-mail.js';
import { InvitationRepository } from './invitation.repository.js';
import { SendInvitations } from './send-invitations.js';
import { SentInvitationRepository } from './sent-invitation.repository.js';

const parts = [
  AnswerInvitations,
  ExpireInvitations,
  InvitationMail,
  InvitationRepository,
  SendInvitations,
  SentInvitationRepository,
];

@Module({ imports: [AuthModule, MailModule, OrganizationsModule], providers: parts, exports: parts })
export class InvitationsModule {}
