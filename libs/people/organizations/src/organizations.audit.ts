import { defineAuditAction } from '#ground/audit';

export const OrganizationPurged = defineAuditAction('organization:purged', {
  description: 'A deleted organization was removed permanently.',
});
