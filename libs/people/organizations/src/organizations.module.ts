import { Module } from '@nestjs/common';
import { MailModule } from '#capabilities/mail';
import { AuthModule } from '#people/auth';
import { HoldsModule } from '#people/holds';
import { CreateOrganization } from './create-organization.js';
import { DeleteOrganization } from './delete-organization.js';
import { AnswerInvitations } from './invitations/answer-invitations.js';
import { ExpireInvitations } from './invitations/expire-invitations.js';
import { InvitationMail } from './invitations/invitation-mail.js';
import { InvitationRepository } from './invitations/invitation.repository.js';
import { SendInvitations } from './invitations/send-invitations.js';
import { SentInvitationRepository } from './invitations/sent-invitation.repository.js';
import { MemberRepository } from './member.repository.js';
import { Members } from './members.js';
import { OrganizationDirectory } from './organization-directory.repository.js';
import { OrganizationSettings } from './organization-settings.js';
import { OrganizationRepository } from './organization.repository.js';
import { PurgeOrganization } from './purge-organization.js';
import { RenameOrganization } from './rename-organization.js';
import { RestoreOrganization } from './restore-organization.js';

const EXPORTED = [
  CreateOrganization,
  DeleteOrganization,
  MemberRepository,
  Members,
  OrganizationDirectory,
  OrganizationRepository,
  OrganizationSettings,
  PurgeOrganization,
  RenameOrganization,
  RestoreOrganization,
  AnswerInvitations,
  ExpireInvitations,
  InvitationMail,
  InvitationRepository,
  SendInvitations,
  SentInvitationRepository,
];

@Module({
  imports: [AuthModule, HoldsModule, MailModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class OrganizationsModule {}
