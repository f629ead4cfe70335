import { defineAuditAction } from '#ground/audit';

export const DocumentPurgedWithOrganization = defineAuditAction('document:purged-with-organization', {
  description: 'A document and its file were removed permanently, because its organization was deleted.',
});
