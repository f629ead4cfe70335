import { defineJob } from '#libs/jobs';

export interface ProcessDocumentData {
  organizationId: string;
  documentId: string;
  reason: 'reprocess' | 'restore' | 'upload';
  /** The task that clients follow, if there is one. */
  taskId?: string;
  /** Set when it paused for other documents: where to continue. */
  turn?: ReadingTurnData;
}

export interface ReadingTurnData {
  inVain: number;
  spentMs: number;
}

/**
 * Reads a document and makes it findable. Ends early, and hands over to {@link RecognizeDocument}, when OCR is needed or
 * when it takes long and others wait.
 */
export const ProcessDocument = defineJob<ProcessDocumentData>('document.process', {
  concurrency: 4,
  timeoutSeconds: 900,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});

/**
 * The same for scans and for what takes long: apart, so that a text never waits behind them. When its turn is over and
 * others wait, it ends early and asks for another turn.
 */
export const RecognizeDocument = defineJob<ProcessDocumentData>('document.recognize', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});
