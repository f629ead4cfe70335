import { defineAuditAction } from '#ground/audit';

export const LegalHoldSet = defineAuditAction('legal-hold:set', {
  description: 'A document or the organization was put on legal hold, or the hold got another reason.',
});

export const LegalHoldReleased = defineAuditAction('legal-hold:released', {
  description: 'A legal hold was released.',
});
