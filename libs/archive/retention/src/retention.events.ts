import { defineEvent } from '#ground/history';

/** After the change; of a deleted rule, the last ones. */
interface RetentionRuleFacts {
  retentionRuleId: string;
  name: string;
  query: string;
  dateSource: 'createdAt' | 'documentDate' | 'property';
  propertyId: string | null;
  keepAmount: number;
  keepUnit: 'months' | 'years';
  action: 'review' | 'trash' | 'purge';
  isEnabled: boolean;
  isLocking: boolean;
}

export const RetentionRuleCreated = defineEvent<RetentionRuleFacts>('retention-rule:created', {
  description: 'A retention rule was created.',
});
export const RetentionRuleUpdated = defineEvent<RetentionRuleFacts>('retention-rule:updated', {
  description: 'A retention rule was changed.',
});
export const RetentionRuleDeleted = defineEvent<RetentionRuleFacts>('retention-rule:deleted', {
  description: 'A retention rule was deleted.',
});
