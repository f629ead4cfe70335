export { NotInOrganization } from '#people/auth';
export { CreateOrganization } from './create-organization.js';
export { DeleteOrganization } from './delete-organization.js';
export { MemberRepository, type Member } from './member.repository.js';
export { Members, type GivenRole } from './members.js';
export {
  OrganizationDirectory,
  type DirectoryOrganization,
  type OrganizationSelection,
} from './organization-directory.repository.js';
export {
  existsOrganization,
  OrganizationRepository,
  type AutoTaggingSettings,
  type OrganizationFacts,
} from './organization.repository.js';
export { OrganizationSettings } from './organization-settings.js';
export * from './organizations.errors.js';
export * from './organizations.events.js';
export { PurgeOrganization } from './purge-organization.js';
export { RenameOrganization } from './rename-organization.js';
export { RestoreOrganization } from './restore-organization.js';
export { canChange, canSee, hasRole } from './role-policy.js';
export { ContributesToUsage, type UsageFigures, type UsageSource } from './usage-sources.js';
export { AnswerInvitations, type ReceivedInvitation } from './invitations/answer-invitations.js';
export { ExpireInvitations } from './invitations/expire-invitations.js';
export { InvitationMail } from './invitations/invitation-mail.js';
export { InvitationRepository, type Invitation } from './invitations/invitation.repository.js';
export type { InvitationStatus } from './invitations/invitation.schema.js';
export * from './invitations/invitations.errors.js';
export * from './invitations/invitations.events.js';
export { SendInvitations } from './invitations/send-invitations.js';
export { OrganizationsModule } from './organizations.module.js';
