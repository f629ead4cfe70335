import { defineAuditAction } from '#ground/audit';

export const ArchiveImported = defineAuditAction('archive:imported', {
  description: 'An administrator imported an archive of another installation or product, or a part of it.',
});
