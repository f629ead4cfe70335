export { ApplyRuleToAll, type RuleApplication } from './apply-rule-to-all.js';
export { ApplyRulesToDocument } from './apply-rules-to-document.js';
export { MergeOptions, type OptionMerge } from './merge-options.js';
export { MergeTags, type TagMerge } from './merge-tags.js';
export {
  FOLLOW_UP_KINDS,
  MOST_DAYS_OF_LINK,
  MOST_NOTIFIED_USERS,
  type FollowUp,
  type FollowUpKind,
} from './follow-up.js';
export { NotifyMembers } from './notify-members.js';
export { PreviewRule, type RulePreview } from './preview-rule.js';
export { RequestRuleApplication } from './request-rule-application.js';
export { RequestOptionMerge, type OptionsToMerge } from './request-option-merge.js';
export { RequestTagMerge } from './request-tag-merge.js';
export { CHANGE_KINDS, UPLOAD_DATE, type RuleChange } from './rule-change.js';
export type { RuleRun } from './rule-run.repository.js';
export { RuleRuns } from './rule-runs.js';
export { ShareMatched } from './share-matched.js';
export {
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  MATCH_MODES,
  type Condition,
  type RunnableRule,
  type TaggingRule,
} from './tagging-rule.js';
export { asksOnlyWhetherSet } from './condition-kinds.js';
export {
  RuleRunAlreadyUndone,
  RuleRunChangedSince,
  RuleRunNotFound,
  TaggingRuleInvalid,
  TaggingRuleNotFound,
} from './tagging-rules.errors.js';
export {
  ApplyTaggingRule,
  FollowUpRules,
  MergeOptionsJob,
  MergeTagsJob,
  type ApplyTaggingRuleData,
  type FollowUpRulesData,
  type MergeOptionsData,
  type MergeTagsData,
} from './tagging-rules.jobs.js';
export { TaggingRulesModule } from './tagging-rules.module.js';
export { TaggingRulesService, type TaggingRuleFields } from './tagging-rules.service.js';
