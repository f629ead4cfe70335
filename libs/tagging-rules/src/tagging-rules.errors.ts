import { defineError } from '#libs/kernel';

export const TagMergedIntoItself = defineError(
  'tags.merged_into_itself',
  'invalid',
  'A tag cannot be merged into itself. Name another tag in intoTagId.',
);
export const TaggingRuleNotFound = defineError('tagging-rules.not-found', 'not_found', 'Tagging rule not found.');
