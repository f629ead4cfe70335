import type { CustomPropertyType } from '#archive/properties';
import type { ConditionField, ConditionOperator, KnownCondition } from './tagging-rule.js';

/** How the values of a field are compared. */
export type ConditionKind = 'choice' | 'date' | 'number' | 'text';

const KIND_OF_FIELD: Record<Exclude<ConditionField, 'property'>, ConditionKind> = {
  name: 'text',
  content: 'text',
  type: 'text',
  source: 'choice',
  size: 'number',
  documentDate: 'date',
};

const KIND_OF_TYPE: Record<CustomPropertyType, ConditionKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'choice',
  select: 'choice',
  multi_select: 'choice',
  user_relation: 'choice',
  document_relation: 'choice',
};

const OPERATORS_OF_KIND: Record<ConditionKind, readonly ConditionOperator[]> = {
  text: ['equal', 'not_equal', 'contains', 'not_contains', 'starts_with', 'ends_with', 'matches', 'not_matches'],
  choice: ['equal', 'not_equal'],
  number: ['equal', 'greater_than', 'less_than', 'between'],
  date: ['equal', 'before', 'after', 'between', 'in_last_days', 'in_next_days'],
};

const SETNESS: readonly ConditionOperator[] = ['is_set', 'is_not_set'];

/** `undefined` when the property of the condition was deleted. */
export function kindOf({ field, propertyType }: Pick<KnownCondition, 'field' | 'propertyType'>) {
  if (field !== 'property') return KIND_OF_FIELD[field];
  return propertyType ? KIND_OF_TYPE[propertyType] : undefined;
}

/** The operators that fit a condition whose property exists. */
export function operatorsOf(field: ConditionField, kind: ConditionKind): readonly ConditionOperator[] {
  const mayBeMissing = field === 'property' || field === 'documentDate';
  return mayBeMissing ? [...OPERATORS_OF_KIND[kind], ...SETNESS] : OPERATORS_OF_KIND[kind];
}

/** True for operators that compare with nothing. */
export function asksOnlyWhetherSet(operator: ConditionOperator): boolean {
  return SETNESS.includes(operator);
}

/** A negated operator holds where the operator that it negates does not, also where there is no value. */
export const NEGATED: Partial<Record<ConditionOperator, ConditionOperator>> = {
  not_equal: 'equal',
  not_contains: 'contains',
  not_matches: 'matches',
  is_not_set: 'is_set',
};

/** A rule whose property was deleted matches nothing: it is unknown what was meant. */
export function isMeaningless(conditions: readonly KnownCondition[]): boolean {
  return conditions.some((condition) => kindOf(condition) === undefined);
}

/** True for conditions whose value is a regular expression. */
export function isPattern({ operator }: Pick<KnownCondition, 'operator'>): boolean {
  return operator === 'matches' || operator === 'not_matches';
}
