import type { Signal } from '#ground/history';
import type { OrganizationScope } from '#ground/kernel';

/** How far the processing of a document is. */
export interface ProcessingProgress {
  organizationId: string;
  documentId: string;
  status: 'completed' | 'pending' | 'running' | 'waiting';
  /** What runs, or waits for its turn: `extraction`, `ocr`, or the id of the plugin whose service has the file. */
  step: string | null;
  pagesDone: number | null;
  /** Null when the extractor does not know it. */
  pagesTotal: number | null;
  /** Why it waits for a service. */
  reason: string | null;
  /** When a service that was away is asked again; ISO 8601 in UTC. */
  nextAttemptAt: string | null;
}

/**
 * Sent to every process when a document is queued, starts, reports its pages, waits for a service, or ends. It is never
 * written to the log: after a lost signal the document itself says how far it is.
 */
export const ProcessingProgressed: Signal<ProcessingProgress> = { name: 'processing.progressed' };

/** Notifications of PostgreSQL are short. */
const LONGEST_REASON = 500;

/** Treats what is not given as unknown. */
export function progressOf(
  { organizationId }: OrganizationScope,
  progress: Partial<ProcessingProgress> & Pick<ProcessingProgress, 'documentId' | 'status'>,
): ProcessingProgress {
  const { step = null, pagesDone = null, pagesTotal = null, nextAttemptAt = null } = progress;
  const reason = progress.reason?.slice(0, LONGEST_REASON).toWellFormed() ?? null;
  const { documentId, status } = progress;
  return { organizationId, documentId, status, step, pagesDone, pagesTotal, reason, nextAttemptAt };
}
