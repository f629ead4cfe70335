import { defineError } from '#libs/kernel';

export const OrganizationLimitReached = defineError(
  'user.max_organization_count_reached',
  'forbidden',
  'This user has as many organizations as one user may have.',
);
