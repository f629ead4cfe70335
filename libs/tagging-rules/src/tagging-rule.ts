import type { TagRow } from '#libs/tags';

export const CONDITION_FIELDS = ['name', 'content'] as const;
export const CONDITION_OPERATORS = [
  'equal',
  'not_equal',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
] as const;
export const MATCH_MODES = ['all', 'any'] as const;

export interface Condition {
  field: (typeof CONDITION_FIELDS)[number];
  operator: (typeof CONDITION_OPERATORS)[number];
  value: string;
}

/** When a rule matches. */
export interface Matching {
  conditionMatchMode: (typeof MATCH_MODES)[number];
  /** A rule without conditions matches every document. */
  conditions: readonly Condition[];
}

/** What is needed to run a rule. */
export interface RunnableRule extends Matching {
  tagIds: readonly string[];
}

/** A rule as the API shows it. */
export interface TaggingRule {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  name: string;
  description: string | null;
  enabled: boolean;
  conditionMatchMode: Matching['conditionMatchMode'];
  conditions: (Condition & { id: string; createdAt: Date; updatedAt: Date; taggingRuleId: string })[];
  actions: { id: string; createdAt: Date; updatedAt: Date; taggingRuleId: string; tagId: string; tag: TagRow }[];
}
