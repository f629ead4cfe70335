import { defineError } from '#ground/kernel';

export const SuggestionNotFound = defineError(
  'document.suggestion_not_found',
  'not_found',
  'There is no such suggestion: it was accepted or dismissed meanwhile, or the document was read again.',
);
export const SuggestionForTrashedDocument = defineError(
  'document.suggestion_for_trashed_document',
  'conflict',
  'The document is in the trash. Restore it, then accept the suggestion.',
);
