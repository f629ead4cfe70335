import type { DateTime, Integer } from '#libs/http-kit';
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

export class PreviewedDocumentView {
  id!: string;
  name!: string;
}

export class RulePreviewView {
  /** Active documents that the conditions match now; at least that many when `isComplete` is false. */
  documentsCount!: Integer;
  /** The newest of them, at most 5. */
  documents!: PreviewedDocumentView[];
  /** False when counting was ended after two seconds. */
  isComplete!: boolean;
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
