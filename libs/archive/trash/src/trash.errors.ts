import { defineError } from '#ground/kernel';

export const OnlyWholeTrash = defineError(
  'documents.batch.only_whole_trash',
  'invalid',
  'The trash cannot be searched: name the documents, or use an empty query for the whole trash.',
);
export const DocumentNotDeleted = defineError('document.not_deleted', 'invalid', 'The document is not in the trash.');
