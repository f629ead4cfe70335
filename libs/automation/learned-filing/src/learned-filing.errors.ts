import { defineError } from '#ground/kernel';

export const LearnedLabelNotFound = defineError(
  'document.learned_label_not_found',
  'not_found',
  'The document has no such label that was set by what was learned: it was confirmed, undone or removed meanwhile.',
);
