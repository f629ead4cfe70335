import type { ExtractionTurn } from '#libs/extraction';
import { defineJob } from '#libs/jobs';

export interface ProcessDocumentData {
  organizationId: string;
  documentId: string;
  reason: 'reprocess' | 'restore' | 'upload';
  /** The task that shows its progress, if any. */
  taskId?: string;
  /** How it continues after it left its place to others. */
  turn?: Pick<ExtractionTurn, 'turnsWithoutPages' | 'spentMs'>;
}

/**
 * Extracts the content of a document and makes it findable. Ends early, and enqueues {@link RecognizeDocument}, when OCR
 * is needed or when it takes long and others wait.
 */
export const ProcessDocument = defineJob<ProcessDocumentData>('document.process', {
  concurrency: 4,
  timeoutSeconds: 900,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

/**
 * The same for scans and for what takes long: a queue of their own, so that a text never waits behind them. When its turn
 * is over and others wait, it ends early and enqueues itself again.
 */
export const RecognizeDocument = defineJob<ProcessDocumentData>('document.recognize', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});
