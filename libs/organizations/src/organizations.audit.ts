import { defineAuditAction } from '#libs/audit';

export const OrganizationPurged = defineAuditAction('organization:purged', {
  description: 'A deleted organization was removed permanently.',
});
