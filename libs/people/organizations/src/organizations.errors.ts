import { defineError } from '#ground/kernel';

export const OrganizationLimitReached = defineError(
  'user.max_organization_count_reached',
  'forbidden',
  'This user has as many organizations as one user may have.',
);
export const TooManyDeletedOrganizations = defineError(
  'user.too_many_deleted_organizations',
  'conflict',
  'You have deleted so many organizations that no further one can be created before some are purged (settings MAX_ORGANIZATION_COUNT_PER_USER and ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY). Restore one of them instead.',
);
export const NotOrganizationOwner = defineError(
  'user.not_organization_owner',
  'forbidden',
  'Only an owner of the organization may do this.',
);
export const AlreadyInOrganization = defineError(
  'user.already_in_organization',
  'invalid',
  'This user is a member of the organization already.',
);
export const MemberLimitReached = defineError(
  'organization.member_limit_reached',
  'conflict',
  'The organization has as many members as it may have (setting MAX_MEMBERS_PER_ORGANIZATION). One of its owners and admins removes another member first.',
);
export const OrganizationNotFound = defineError('organization.not_found', 'not_found', 'Organization not found.');
export const OrganizationNotDeleted = defineError(
  'organization.not_deleted',
  'forbidden',
  'The organization is not deleted.',
);
export const OrganizationHasNoOwner = defineError(
  'organization.has_no_owner',
  'conflict',
  'The account of the owner is gone, so that no user could manage the organization after it was restored.',
);
export const UserStillOwnsOrganizations = defineError(
  'users.still_owns_organizations',
  'invalid',
  'This user owns organizations. Its owner transfers or deletes each of them first.',
);
export const OnlyPreviousOwnerCanRestore = defineError(
  'organization.only_previous_owner_can_restore',
  'forbidden',
  'Only the owner who deleted the organization may restore it.',
);
export const PlanEntitlementClaimsNotEnabled = defineError(
  'plan_entitlements.claims_not_enabled',
  'forbidden',
  'Plans cannot be claimed on this server: every user has everything.',
);
