import { endsOf } from './ranges';
import type { ChangeBody, ConditionBody, FollowUpBody, TaggingRuleBody, TaggingRuleView } from '../../lib/api';

export type ShownRule = TaggingRuleView;
/** Operators that compare with nothing keep an empty value here. */
export type Condition = Omit<ConditionBody, 'value'> & { value: string };
export type Change = ChangeBody;
export type FollowUp = FollowUpBody;

export const FOLLOW_UPS = ['notify', 'webhook', 'share-link'] as const satisfies readonly FollowUp['kind'][];

/** More are refused by the server. */
export const MOST_CONDITIONS = 10;
export const MOST_CHANGES = 10;

/** What the form of a rule edits. */
export interface RuleFields {
  name: string;
  description: string;
  enabled: boolean;
  conditionMatchMode: 'all' | 'any';
  conditions: Condition[];
  tagIds: string[];
  changes: Change[];
  followUps: FollowUp[];
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
  changes: [],
  followUps: [],
};

export function fieldsOf({
  name,
  description,
  enabled,
  conditionMatchMode,
  conditions,
  actions,
  changes,
  followUps,
}: ShownRule): RuleFields {
  return {
    ...{ name, enabled, conditionMatchMode },
    description: description ?? '',
    conditions: conditions.map(({ field, operator, value, propertyDefinitionId }) => ({
      ...{ field, operator, value },
      ...(propertyDefinitionId === null ? {} : { propertyDefinitionId }),
    })),
    tagIds: actions.map(({ tagId }) => tagId),
    changes: changes.map(({ kind, propertyDefinitionId, value }) => ({
      ...{ kind, value },
      ...(propertyDefinitionId === null ? {} : { propertyDefinitionId }),
    })),
    followUps: followUps.map(({ kind, role, userIds, expiresInDays }) => ({
      kind,
      ...(role === null ? {} : { role }),
      ...(userIds === null ? {} : { userIds }),
      ...(expiresInDays === null ? {} : { expiresInDays }),
    })),
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
  changes,
  followUps,
}: RuleFields): TaggingRuleBody {
  return {
    ...{ description, enabled, conditionMatchMode, tagIds, changes, followUps },
    name: name.trim(),
    conditions: conditions.map(sentCondition),
  };
}

/** What can be asked now: conditions that are not filled in yet are left out. */
export function askable({ conditionMatchMode, conditions }: Conditions): Conditions {
  return { conditionMatchMode, conditions: conditions.filter(isFilledIn).map(({ ...condition }) => condition) };
}

export function isFilledIn({ field, operator, value, propertyDefinitionId = '' }: Condition): boolean {
  if (field === 'property' && propertyDefinitionId === '') return false;
  if (operator === 'between') return endsOf(value).every((end) => end !== '');
  return value !== '' || asksOnlyWhetherSet(operator);
}

/** Without what the server does not take: an empty value, and a property of another field. */
export function sentCondition({ field, operator, value, propertyDefinitionId }: Condition): ConditionBody {
  return {
    ...{ field, operator },
    ...(asksOnlyWhetherSet(operator) ? {} : { value }),
    ...(field === 'property' && propertyDefinitionId !== undefined ? { propertyDefinitionId } : {}),
  };
}

export function asksOnlyWhetherSet(operator: Condition['operator']): boolean {
  return operator === 'is_set' || operator === 'is_not_set';
}

export function newFollowUp(kind: FollowUp['kind']): FollowUp {
  if (kind === 'notify') return { kind, role: 'member' };
  return kind === 'share-link' ? { kind, expiresInDays: 30 } : { kind };
}

/** Whether someone gets the mail, and the link has an end. */
export function isComplete({ kind, userIds, expiresInDays = 0 }: FollowUp): boolean {
  if (kind === 'notify') return userIds === undefined || userIds.length > 0;
  return kind !== 'share-link' || (Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= 365);
}
