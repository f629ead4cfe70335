import { defineJob } from '#ground/jobs';

export interface SplitDocumentData {
  organizationId: string;
  documentId: string;
  splitId: string;
  /** For people who asked for it. */
  taskId?: string;
}

/** Makes documents of the parts of a document, all in one transaction. */
export const SplitDocument = defineJob<SplitDocumentData>('document.split', {
  concurrency: 1,
  // Up to 200 parts; each takes a moment, at most a minute.
  timeoutSeconds: 4 * 3600,
  retries: 5,
  longestPauseSeconds: 600,
  groupOf: ({ organizationId }) => organizationId,
});
