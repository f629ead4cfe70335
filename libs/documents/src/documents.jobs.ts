import { defineJob } from '#libs/jobs';

export interface ProcessDocumentData {
  organizationId: string;
  documentId: string;
  reason: 'reprocess' | 'restore' | 'upload';
  /** The task that somebody follows, if any. */
  taskId?: string;
}

/** Reads a document and makes it findable. Ends early, and hands over to {@link RecognizeDocument}, when OCR is needed. */
export const ProcessDocument = defineJob<ProcessDocumentData>('document.process', {
  concurrency: 4,
  timeoutSeconds: 900,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

/** The same for scans: apart, so that a text never waits behind them. */
export const RecognizeDocument = defineJob<ProcessDocumentData>('document.recognize', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

/** Removes what has been in the trash of an organization since `until` or longer. */
export const FinishEmptyingTrash = defineJob<{ organizationId: string; until: string }>('trash.empty', {
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 20,
  groupOf: ({ organizationId }) => organizationId,
});
