import type { DateTime } from '#libs/http-kit';
import type { Condition, TaggingRule } from '#libs/tagging-rules';
import type { TagRow } from '#libs/tags';

export class ConditionView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  taggingRuleId!: string;
  field!: Condition['field'];
  operator!: Condition['operator'];
  value!: string;
  isCaseSensitive!: boolean;
}

export class ActionTagView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  name!: string;
  normalizedName!: string;
  color!: string;
  description!: string | null;
}

export class ActionView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  taggingRuleId!: string;
  tagId!: string;
  tag!: ActionTagView | null;
}

export class TaggingRuleView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  name!: string;
  description!: string | null;
  enabled!: boolean;
  conditionMatchMode!: TaggingRule['conditionMatchMode'];
  conditions!: ConditionView[];
  actions!: ActionView[];
}

interface Dated {
  createdAt: Date;
  updatedAt: Date;
}

const dates = ({ createdAt, updatedAt }: Dated) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export function taggingRuleView(rule: TaggingRule): TaggingRuleView {
  return {
    ...rule,
    ...dates(rule),
    conditions: rule.conditions.map((condition) => ({ ...condition, ...dates(condition), isCaseSensitive: false })),
    actions: rule.actions.map((action) => ({ ...action, ...dates(action), tag: actionTagView(action.tag) })),
  };
}

function actionTagView(tag: TagRow): ActionTagView {
  return { ...tag, ...dates(tag), description: tag.description ?? null };
}
