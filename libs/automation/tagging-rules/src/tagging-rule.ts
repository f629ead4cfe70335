import type { CustomPropertyType } from '#archive/properties';
import type { TagRow } from '#archive/tags';
import type { FollowUp } from './follow-up.js';
import type { RuleChange } from './rule-change.js';

export const CONDITION_FIELDS = ['name', 'content', 'source', 'type', 'size', 'documentDate', 'property'] as const;
export const CONDITION_OPERATORS = [
  'equal',
  'not_equal',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'not_matches',
  'greater_than',
  'less_than',
  'before',
  'after',
  'between',
  'in_last_days',
  'in_next_days',
  'is_set',
  'is_not_set',
] as const;
export const MATCH_MODES = ['all', 'any'] as const;

export type ConditionField = (typeof CONDITION_FIELDS)[number];
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export interface Condition {
  field: ConditionField;
  operator: ConditionOperator;
  /** Empty for operators that compare with nothing. */
  value: string;
  /** Only of conditions on a property. */
  propertyDefinitionId?: string | null | undefined;
}

/** A condition with what is needed to compare: the type of its property, null when the property was deleted. */
export interface KnownCondition extends Condition {
  propertyType?: CustomPropertyType | null | undefined;
}

/** When a rule matches. */
export interface Matching {
  conditionMatchMode: (typeof MATCH_MODES)[number];
  /** A rule without conditions matches every document. */
  conditions: readonly KnownCondition[];
}

/** What is needed to run a rule. */
export interface RunnableRule extends Matching {
  tagIds: readonly string[];
  /** Missing in jobs of earlier versions. */
  changes?: readonly RuleChange[];
  /** Missing in jobs of earlier versions. */
  followUps?: readonly FollowUp[];
}

/** With times as the API shows them. */
interface RulePart {
  id: string;
  createdAt: string;
  updatedAt: string;
  taggingRuleId: string;
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
  conditions: (Condition & RulePart)[];
  /** Rules with the same tag share its object. */
  actions: (RulePart & { tagId: string; tag: TagRow })[];
  changes: readonly RuleChange[];
  followUps: readonly FollowUp[];
}
