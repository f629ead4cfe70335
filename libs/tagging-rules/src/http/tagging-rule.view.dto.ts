import type { TaggingRule } from '#libs/tagging-rules';
import type { TagRow } from '#libs/tags';

export class ConditionView {
  id!: string;
  createdAt!: string;
  updatedAt!: string;
  taggingRuleId!: string;
  /** `name` or `content` */
  field!: string;
  /** `equal`, `not_equal`, `contains`, `not_contains`, `starts_with` or `ends_with` */
  operator!: string;
  value!: string;
  isCaseSensitive!: boolean;
}

export class ActionTagView {
  id!: string;
  createdAt!: string;
  updatedAt!: string;
  organizationId!: string;
  name!: string;
  normalizedName!: string;
  color!: string;
  description!: string | null;
}

export class ActionView {
  id!: string;
  createdAt!: string;
  updatedAt!: string;
  taggingRuleId!: string;
  tagId!: string;
  tag!: ActionTagView | null;
}

export class TaggingRuleView {
  id!: string;
  createdAt!: string;
  updatedAt!: string;
  organizationId!: string;
  name!: string;
  description!: string | null;
  enabled!: boolean;
  /** `all` or `any` */
  conditionMatchMode!: string;
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
