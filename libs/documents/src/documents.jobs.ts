import { defineJob } from '#libs/jobs';

export interface ProcessDocumentData {
  organizationId: string;
  documentId: string;
  reason: 'reprocess' | 'restore' | 'upload';
}

/** Reads a document and makes it findable. Ends early, and hands over to {@link RecognizeDocument}, when OCR is needed. */
export const ProcessDocument = defineJob<ProcessDocumentData>('document.process', {
  concurrency: 4,
  timeoutSeconds: 900,
  retries: 5,
});

/** The same for scans: apart, so that a text never waits behind them. */
export const RecognizeDocument = defineJob<ProcessDocumentData>('document.recognize', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: 5,
});
