import { defineAuditAction } from './audit-action.js';

export const AuditPruned = defineAuditAction('audit:pruned', {
  description: 'Entries of this log were removed because their time was over.',
});

export const AuditExported = defineAuditAction('audit:exported', { description: 'Entries of this log were exported.' });

export const AuditChecked = defineAuditAction('audit:checked', {
  description: 'The chains of all audit logs were verified.',
});
