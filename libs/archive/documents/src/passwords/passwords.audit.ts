import { defineAuditAction } from '#ground/audit';

export const DocumentPasswordGiven = defineAuditAction('document-password:given', {
  description: 'A password for a protected document was entered.',
});

export const DocumentPasswordForgotten = defineAuditAction('document-password:forgotten', {
  description: 'The password that was kept for a document was removed.',
});

export const OrganizationPasswordAdded = defineAuditAction('organization-password:added', {
  description: 'A password to try for protected documents was added.',
});

export const OrganizationPasswordRemoved = defineAuditAction('organization-password:removed', {
  description: 'A password to try for protected documents was removed.',
});
