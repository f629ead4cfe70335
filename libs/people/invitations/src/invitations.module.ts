import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { MailModule } from '#capabilities/mail';
import { OrganizationsModule } from '#people/organizations';
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
