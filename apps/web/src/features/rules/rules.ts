import type { ConditionBody, TaggingRuleBody, TaggingRuleView } from '../../lib/api';

export type ShownRule = TaggingRuleView;
export type Condition = ConditionBody;

export const FIELDS = ['name', 'content'] as const satisfies readonly Condition['field'][];
export const OPERATORS = [
  'contains',
  'not_contains',
  'equal',
  'not_equal',
  'starts_with',
  'ends_with',
] as const satisfies readonly Condition['operator'][];
/** More are refused by the server. */
export const MOST_CONDITIONS = 10;

/** What the form of a rule edits. */
export interface RuleFields {
  name: string;
  description: string;
  enabled: boolean;
  conditionMatchMode: 'all' | 'any';
  conditions: Condition[];
  tagIds: string[];
}

export type Conditions = Pick<RuleFields, 'conditionMatchMode' | 'conditions'>;

export const EMPTY_CONDITION: Condition = { field: 'content', operator: 'contains', value: '' };

export const NEW_RULE: RuleFields = {
  name: '',
  description: '',
  enabled: true,
  conditionMatchMode: 'all',
  conditions: [EMPTY_CONDITION],
  tagIds: [],
};

export function fieldsOf({
  name,
  description,
  enabled,
  conditionMatchMode,
  conditions,
  actions,
}: ShownRule): RuleFields {
  return {
    ...{ name, enabled, conditionMatchMode },
    description: description ?? '',
    conditions: conditions.map(({ field, operator, value }) => ({ field, operator, value })),
    tagIds: actions.map(({ tagId }) => tagId),
  };
}

/** A complete body: what is left out of it would stay as it is. */
export function bodyOf({
  name,
  description,
  enabled,
  conditionMatchMode,
  conditions,
  tagIds,
}: RuleFields): TaggingRuleBody {
  return {
    ...{ description, enabled, conditionMatchMode, tagIds },
    name: name.trim(),
    conditions: conditions.map(({ field, operator, value }) => ({ field, operator, value })),
  };
}

/** What can be asked now: conditions that are not filled in yet are left out. */
export function askable({ conditionMatchMode, conditions }: Conditions): Conditions {
  return {
    conditionMatchMode,
    conditions: conditions
      .filter(({ value }) => value !== '')
      .map(({ field, operator, value }) => ({ field, operator, value })),
  };
}
