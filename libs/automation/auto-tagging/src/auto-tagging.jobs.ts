import { defineJob } from '#ground/jobs';

export interface SuggestTagsData {
  organizationId: string;
  documentId: string;
  /** Attempts so far that took too long. */
  timeouts?: number;
}

/**
 * Asks the auto-tagger for tags of a document whose text was extracted, and adds them. Attempts continue for about half
 * a day, with pauses of up to an hour; when the model is too slow for the document, it is asked three times in all.
 */
export const SuggestDocumentTags = defineJob<SuggestTagsData>('document.suggest-tags', {
  concurrency: 2,
  // The longest time limit of a plugin is an hour; a job may wait for the places of others first.
  timeoutSeconds: 5 * 3600,
  retries: 22,
  longestPauseSeconds: 3600,
  groupOf: ({ organizationId }) => organizationId,
});
