export { NotInOrganization } from '#people/auth';
export { CreateOrganization } from './create-organization.js';
export { DeleteOrganization } from './delete-organization.js';
export { MemberRepository, type Member } from './member.repository.js';
export { Members, type GivenRole } from './members.js';
export {
  OrganizationDirectory,
  type DirectoryOrganization,
  type OrganizationSelection,
} from './organization-directory.js';
export { OrganizationRepository, type OrganizationFacts } from './organization.repository.js';
export { OrganizationSettings, type AutoTaggingSettings } from './organization-settings.js';
export { OrganizationsModule } from './organizations.module.js';
export * from './organizations.errors.js';
export * from './organizations.events.js';
export { PurgeOrganization } from './purge-organization.js';
export { RenameOrganization } from './rename-organization.js';
export { RestoreOrganization } from './restore-organization.js';
export { canChange, canSee, hasRole } from './role-policy.js';
export { ContributesToUsage, type UsageFigures, type UsageSource } from './usage-sources.js';
