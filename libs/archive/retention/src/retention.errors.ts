import { defineError } from '#ground/kernel';

export const RetentionRuleNotFound = defineError('retention_rules.not_found', 'not_found', 'Retention rule not found.');
export const RetentionRuleLimitReached = defineError(
  'retention_rules.limit_reached',
  'forbidden',
  'An organization has at most 30 retention rules. Delete one first.',
);
export const RetentionRuleHasNoDate = defineError(
  'retention_rules.no_date',
  'invalid',
  'propertyId must name a property of this organization whose values are dates, if dateSource is "property"; otherwise it is null.',
);
export const RetentionRuleLocks = defineError(
  'retention_rules.locks',
  'conflict',
  'The rule locks documents: it cannot be deleted, turned off or stop locking before their days, its time can only be lengthened, and its search and date stay.',
);
