import { defineError } from '#ground/kernel';

export const NotSplitInTrash = defineError(
  'document.split_in_trash',
  'conflict',
  'The document is in the trash. Restore it first.',
);
