import { defineError } from '#libs/kernel';

export const TaggingRuleNotFound = defineError('tagging-rules.not-found', 'not_found', 'Tagging rule not found.');
