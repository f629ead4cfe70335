import { defineError } from '#ground/kernel';

export const DocumentsNotMergeable = defineError(
  'documents.merge_unsupported',
  'invalid',
  'Only PDFs and pictures can be merged into one document.',
);
export const MergedInTrash = defineError(
  'documents.merge_in_trash',
  'conflict',
  'A document is in the trash. Restore it first.',
);
export const MergeTooLarge = defineError(
  'documents.merge_too_large',
  'too_large',
  'The documents are larger together than a file may be.',
);
