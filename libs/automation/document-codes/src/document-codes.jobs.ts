import { defineJob } from '#ground/jobs';

export interface ReadDocumentCodesData {
  organizationId: string;
  documentId: string;
  /** The document was here before: a number that someone has taken away is not given again. */
  wasRead: boolean;
}

/** Looks for codes on the pages of a document, in a process of the lowest priority: neither texts nor scans wait for it. */
export const ReadDocumentCodes = defineJob<ReadDocumentCodesData>('document.read-codes', {
  concurrency: 1,
  // The largest time limit of a document is an hour, and pages that break their process are tried without.
  timeoutSeconds: 5 * 3600,
  retries: 4,
  longestPauseSeconds: 600,
  groupOf: ({ organizationId }) => organizationId,
});
