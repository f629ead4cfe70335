import type { Readable } from 'node:stream';
import type { Extraction, ExtractionTurn, MovedOutcome } from '#capabilities/sandbox';

export interface FileToExtract {
  /** Called once, and not at all when extraction is turned off. */
  open(): Promise<Readable>;
  fileName: string;
  /** Media type that the uploader declared. */
  declaredType: string | undefined;
}

/** `remote` is for plugins that send files to a service. */
export type ExtractionLane = 'ocr' | 'quick' | 'remote';

/** Which faults of a service are final. */
export interface RemotePatience {
  /** False: a service that is away, too, counts as `failed`. */
  waitsForService: boolean;
  /** False: the outcome of a file that takes too long is `timeout`. */
  retriesTimeout: boolean;
  /** Why the service is known to be away: the outcome is `failed` without a call. */
  away?: string;
}

export interface ExtractionOptions {
  /** Tesseract codes; empty for those of the settings. */
  languages: readonly string[];
  lane: ExtractionLane;
  signal: AbortSignal;
  /** The owner of the file. Owners take turns, and no process handles files of two owners. */
  owner: string;
  turn: ExtractionTurn;
  /** Times the usual limits of time that the file has; missing: once. */
  patience?: number;
  /** Asked for when a file needs a password: those to try, the likeliest first. Services get none. */
  passwords?: () => Promise<readonly string[]>;
  /** In the lane `remote`: the plugin whose turn it is, and which of its faults are final. */
  remote?: RemotePatience & { plugin: string };
  /** Called when an extractor reports progress, at any rate. */
  onProgress?: (done: number, total: number | undefined) => void;
}

export function firstTurn(document: string): ExtractionTurn {
  return { document, turnsWithoutPages: 0, spentMs: 0 };
}

/** How an extraction can have ended. */
export const EXTRACTION_OUTCOMES = [
  ...['corrupt', 'crashed', 'empty', 'encrypted', 'failed', 'insufficient'],
  ...['text', 'timeout', 'too-large', 'unsupported'],
];

/** Outcomes after which another plugin, or the same in another version, may still find a text. */
export const UNREAD_OUTCOMES: readonly string[] = EXTRACTION_OUTCOMES.filter(
  (outcome) => !['empty', 'encrypted', 'text'].includes(outcome),
);

const MOVED: ReadonlySet<string> = new Set<MovedOutcome>([
  'needs-ocr-lane',
  'needs-quick-lane',
  'needs-remote-lane',
  'yielded',
]);

export function isMoved(extraction: Extraction): extraction is Extraction & { outcome: MovedOutcome } {
  return MOVED.has(extraction.outcome);
}

/** The reason and the warnings in one text for people; null when there is nothing to say. */
export function remarksOf({ reason, warnings }: Pick<Extraction, 'reason' | 'warnings'>): string | null {
  const remarks = [reason, ...warnings].filter((remark) => remark !== null && remark !== '');
  return remarks.length > 0 ? remarks.join(' ').toWellFormed() : null;
}
