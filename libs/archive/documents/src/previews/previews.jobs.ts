import { defineJob } from '#ground/jobs';

export interface MakePreviewData {
  organizationId: string;
  documentId: string;
  page: number;
  width: number;
  /** Names the row, for the job's dead-letter queue: `<documentId>/<page>/<width>`. */
  preview: string;
  /** True for thumbnails made in advance: they take turns with requested pages. */
  isBulk?: boolean;
}

/**
 * Draws one page of a document in a process of the lowest priority. A queue of its own, so that neither texts nor scans
 * wait behind it.
 */
export const MakePreview = defineJob<MakePreviewData>('documents.preview', {
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 4,
  longestPauseSeconds: 60,
  groupOf: ({ organizationId, isBulk = false }) => (isBulk ? `${organizationId} bulk` : organizationId),
});
