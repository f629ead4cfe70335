import type { ExtractionTurn } from '#capabilities/extraction';
import { defineJob } from '#ground/jobs';
import type { DocumentFilter } from './document-selection.js';

export interface ProcessDocumentData {
  organizationId: string;
  documentId: string;
  /** `reread`: the time did not suffice before. */
  reason: 'reprocess' | 'reread' | 'restore' | 'upload';
  /** With the reasons `reprocess` and `reread`: the SHA-256 of the content at the request. Another one was edited since, and is kept. */
  contentHash?: string;
  /** The task that shows its progress, if any. */
  taskId?: string;
  /** With the reason `reread`: which one it is, counted from 1. */
  rereading?: number;
  /** How it continues after it left its place to others. */
  turn?: Pick<ExtractionTurn, 'asked' | 'turnsWithoutPages' | 'spentMs'>;
  /** Set when many documents are read again at once: they take turns with new uploads instead of preceding them. */
  isBulk?: boolean;
  /** Set for a new short file that looks like a text: those that wait are read and saved together. */
  isShortText?: boolean;
}

export interface ExtractRemotelyData extends ProcessDocumentData {
  /** The plugin that is next. */
  plugin: string;
  /** A later step of CONTENT_EXTRACTION_STRATEGY takes the file: it waits for the service only shortly. */
  hasFallback?: boolean;
  /** Calls of the service that failed because it was away. */
  failures?: number;
  /** Calls that took too long. */
  timeouts?: number;
  /** When the document began to wait for the service, in milliseconds since the epoch. */
  waitingSince?: number;
}

/**
 * At least 37 minutes with the pauses of the queue: a good document must not fail because the database or the storage is
 * away for half an hour.
 */
const RETRIES = 11;

/** Documents of one group take turns with those of others. */
export function groupOf({ organizationId, isBulk = false }: ProcessDocumentData): string {
  return isBulk ? `${organizationId} bulk` : organizationId;
}

/**
 * Short texts of an organization have a lane of their own, and places of their own: they do not wait for its other files.
 */
const shortTextLaneOf = ({ organizationId, isShortText = false }: ProcessDocumentData): string | undefined =>
  isShortText ? `short texts of ${organizationId}` : undefined;

/**
 * Extracts the content of a document and makes it findable. Ends early, and enqueues {@link RecognizeDocument}, when OCR
 * is needed or when it takes long and others wait.
 */
export const ProcessDocument = defineJob<ProcessDocumentData>('document.process', {
  concurrency: 4,
  // More than the longest times of a file and of those in it, on a machine that is busy with other work.
  timeoutSeconds: 4 * 3600,
  retries: RETRIES,
  groupOf,
  laneOf: shortTextLaneOf,
});

/**
 * The same for scans and for what takes long: a queue of their own, so that a text never waits behind them. When its turn
 * is over and others wait, it ends early and enqueues itself again.
 */
export const RecognizeDocument = defineJob<ProcessDocumentData>('document.recognize', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: RETRIES,
  groupOf,
});

/**
 * The same for plugins that send the file to a service: a lane for each plugin, so that neither texts nor scans nor
 * files for other services wait behind it. While the service is away, its jobs are postponed.
 */
export const ExtractRemotely = defineJob<ExtractRemotelyData>('document.extract-remotely', {
  concurrency: 32,
  timeoutSeconds: 2 * 3600,
  retries: RETRIES,
  groupOf,
  laneOf: ({ plugin }) => plugin,
});

export interface ReprocessCondition {
  /** How the extraction ended. */
  outcomes?: readonly string[] | undefined;
  /** Only documents that were read by another version of a plugin, or that a plugin may read which is new. */
  onlyOutdated?: boolean | undefined;
}

export interface ReprocessManyData {
  organizationId: string;
  taskId: string;
  filter: DocumentFilter & ReprocessCondition;
}

/** Has the documents of a filter extracted again, page by page. Continues where it was interrupted. */
export const ReprocessMany = defineJob<ReprocessManyData>('document.reprocess-many', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: RETRIES,
  groupOf: ({ organizationId }) => organizationId,
});
