import { defineError } from '#ground/kernel';

export const TagMergedIntoItself = defineError(
  'tags.merged_into_itself',
  'invalid',
  'A tag cannot be merged into itself. Name another tag in intoTagId.',
);
export const OptionMergedIntoItself = defineError(
  'custom_property_select_option.merged_into_itself',
  'invalid',
  'An option cannot be merged into itself. Name another option in intoOptionId.',
);
export const TaggingRuleNotFound = defineError('tagging-rules.not-found', 'not_found', 'Tagging rule not found.');
export const TaggingRuleLimitReached = defineError(
  'tagging-rules.limit-reached',
  'conflict',
  'The organization has as many tagging rules as it may have (setting TAGGING_RULES_MAX_PER_ORGANIZATION). Delete one first, or join several: one rule can have ten conditions.',
);
export const TaggingRuleInvalid = defineError(
  'tagging-rules.invalid',
  'invalid',
  'A condition or change of the rule is not valid.',
);
export const RuleRunNotFound = defineError(
  'tagging-rules.run-not-found',
  'not_found',
  'The run is not known: its document was deleted, or it is older than 30 days.',
);
export const RuleRunAlreadyUndone = defineError(
  'tagging-rules.run-already-undone',
  'conflict',
  'The run has been undone already.',
);
export const RuleRunChangedSince = defineError(
  'tagging-rules.run-changed-since',
  'conflict',
  'Nothing is left to take back: all that the run changed was changed again or removed since. Change the document itself.',
);
