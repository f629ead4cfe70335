import type { DateTime, Integer } from '#ground/http-kit';
import type { Role } from '#ground/kernel';
import type { Condition, FollowUp, RuleChange, TaggingRule } from '#automation/tagging-rules';
import type { TagRow } from '#archive/tags';

export class ConditionView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  taggingRuleId!: string;
  field!: Condition['field'];
  operator!: Condition['operator'];
  /** Empty for `is_set` and `is_not_set`. */
  value!: string;
  /** For the field `property`; the property may have been deleted, and then the rule matches nothing. */
  propertyDefinitionId!: string | null;
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

export class ChangeView {
  kind!: RuleChange['kind'];
  /** For the kind `property`; the property may have been deleted, and then the change is left out. */
  propertyDefinitionId!: string | null;
  value!: boolean | number | string | string[];
}

export class FollowUpView {
  kind!: FollowUp['kind'];
  /** Of `notify`, unless there are `userIds`. */
  role!: Role | null;
  /** Of `notify`; users who have left the organization get no mail. */
  userIds!: string[] | null;
  /** Of `share-link`. */
  expiresInDays!: Integer | null;
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
  changes!: ChangeView[];
  followUps!: FollowUpView[];
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

export function taggingRuleViews(rules: readonly TaggingRule[]): TaggingRuleView[] {
  const tags = new Map<string, ActionTagView>();
  return rules.map((rule) => taggingRuleView(rule, tags));
}

/** `tags` are the views that are made already: most rules of a list have the same few tags. */
export function taggingRuleView(rule: TaggingRule, tags = new Map<string, ActionTagView>()): TaggingRuleView {
  return {
    ...rule,
    ...dates(rule),
    conditions: rule.conditions.map((condition) => ({
      ...condition,
      propertyDefinitionId: condition.propertyDefinitionId ?? null,
      isCaseSensitive: false,
    })),
    actions: rule.actions.map((action) => ({
      ...action,
      tag: tagViewOf(action.tag, tags),
    })),
    changes: rule.changes.map(changeView),
    followUps: rule.followUps.map(followUpView),
  };
}

function followUpView(followUp: FollowUp): FollowUpView {
  return {
    kind: followUp.kind,
    role: 'role' in followUp ? followUp.role : null,
    userIds: 'userIds' in followUp ? [...followUp.userIds] : null,
    expiresInDays: followUp.kind === 'share-link' ? followUp.expiresInDays : null,
  };
}

function changeView(change: RuleChange): ChangeView {
  const propertyDefinitionId = change.kind === 'property' ? change.propertyDefinitionId : null;
  return { kind: change.kind, propertyDefinitionId, value: change.value as ChangeView['value'] };
}

function tagViewOf(tag: TagRow, views: Map<string, ActionTagView>): ActionTagView {
  const known = views.get(tag.id);
  if (known) return known;
  const view = actionTagView(tag);
  views.set(tag.id, view);
  return view;
}

function actionTagView(tag: TagRow): ActionTagView {
  return { ...tag, ...dates(tag), description: tag.description ?? null };
}
