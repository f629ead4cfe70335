import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { FollowUp } from './follow-up.js';
import type { RuleChange } from './rule-change.js';
import type { ConditionField, ConditionOperator } from './tagging-rule.js';

export const taggingRule = defineEntity({
  name: 'TaggingRule',
  tableName: 'tagging_rule',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    name: textColumn(),
    description: textColumn().nullable(),
    enabled: p.boolean(),
    conditionMatchMode: textColumn().$type<'all' | 'any'>(),
    changes: p.json<readonly RuleChange[]>().columnType('jsonb'),
    followUps: p.json<readonly FollowUp[]>().columnType('jsonb'),
  },
});

export const taggingRuleCondition = defineEntity({
  name: 'TaggingRuleCondition',
  tableName: 'tagging_rule_condition',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    taggingRuleId: idColumn(),
    position: p.integer(),
    field: textColumn().$type<ConditionField>(),
    operator: textColumn().$type<ConditionOperator>(),
    value: textColumn(),
    /** The id stays when the property is deleted, so that the rule can say so; it is therefore not a reference. */
    propertyDefinitionId: idColumn().nullable(),
  },
});

export const taggingRuleAction = defineEntity({
  name: 'TaggingRuleAction',
  tableName: 'tagging_rule_action',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    taggingRuleId: idColumn(),
    position: p.integer(),
    tagId: idColumn(),
  },
});

export const taggingRuleSet = defineEntity({
  name: 'TaggingRuleSet',
  tableName: 'tagging_rule_set',
  properties: {
    organizationId: idColumn().primary(),
    /** Another one after each change of a rule. */
    version: textColumn(),
  },
});

export interface TaggingRuleTables {
  tagging_rule: InferKyselyTable<typeof taggingRule>;
  tagging_rule_condition: InferKyselyTable<typeof taggingRuleCondition>;
  tagging_rule_action: InferKyselyTable<typeof taggingRuleAction>;
  tagging_rule_set: InferKyselyTable<typeof taggingRuleSet>;
}
