import { defineError, type AppError } from '#ground/kernel';
import type { RetentionLock } from './retention-lock.repository.js';

export const DocumentOnHold = defineError(
  'document.on_hold',
  'conflict',
  'The document is on legal hold and cannot be removed permanently. An owner or admin of the organization can release the hold.',
);
export const OrganizationOnHold = defineError(
  'organization.on_hold',
  'conflict',
  'The organization, or a document of it, is on legal hold and cannot be deleted. An owner or admin can release the hold.',
);
export const LegalHoldNotFound = defineError('legal_hold.not_found', 'not_found', 'There is no such legal hold.');

const DocumentLocked = defineError(
  'document.retention_locked',
  'conflict',
  'A retention rule locks the document: its file is not changed, and it is not removed permanently, before its day.',
);
const OrganizationLocked = defineError(
  'organization.retention_locked',
  'conflict',
  'A retention rule locks documents of the organization: it cannot be deleted before their days.',
);

/** Names the rule and the day. */
export const documentLocked = ({ documentId, retentionRuleId, retentionRuleName, until }: RetentionLock): AppError =>
  DocumentLocked({
    message: `The retention rule "${retentionRuleName}" locks the document until ${until}: before that day its file is not changed, and it is not removed permanently.`,
    facts: { documentId, retentionRuleId, until },
  });

/** Names the rule and the day of the lock that ends last. */
export const organizationLocked = ({
  documentId,
  retentionRuleId,
  retentionRuleName,
  until,
}: RetentionLock): AppError =>
  OrganizationLocked({
    message: `The retention rule "${retentionRuleName}" locks documents of the organization until ${until}: it cannot be deleted before that day.`,
    facts: { documentId, retentionRuleId, until },
  });
