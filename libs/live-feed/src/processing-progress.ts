import type { Signal } from '#libs/history';

/** How far the processing of a document is. */
export interface ProcessingProgress {
  organizationId: string;
  documentId: string;
  status: 'completed' | 'pending' | 'running' | 'waiting';
  /** What is being done, when it is known. */
  step: string | null;
  pagesDone: number | null;
  pagesTotal: number | null;
  /** Why the document waits. */
  reason: string | null;
  nextAttemptAt: string | null;
}

export const ProcessingProgressed: Signal<ProcessingProgress> = { name: 'processing.progressed' };
