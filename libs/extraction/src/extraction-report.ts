import type { ExtractionOutcome } from '@archivolt/plugin-kit';

export interface ExtractionFile {
  /** A private copy, see `PrivateFiles.withCopy`. */
  path: string;
  /** Bytes. */
  size: number;
  fileName: string;
  /** Media type the uploader named. */
  declaredType: string | undefined;
}

export type ExtractionLane = 'ocr' | 'quick';

export interface ExtractionOptions {
  /** Tesseract codes; empty for those of the settings. */
  languages: readonly string[];
  lane: ExtractionLane;
  signal: AbortSignal;
  /** Whose file it is. Owners take turns, and no process reads the files of two. */
  owner: string;
  turn: ReadingTurn;
}

/**
 * A file that takes long gives its place to others that wait and goes on in another turn; the report with the outcome
 * `yielded` says how the next one begins.
 */
export interface ReadingTurn {
  /** The same for each turn of one file. */
  document: string;
  /** Turns that ended without a newly recognized page; each makes the next turn twice as long. */
  inVain: number;
  /** Milliseconds of all turns before. */
  spentMs: number;
}

export function firstTurn(document: string): ReadingTurn {
  return { document, inVain: 0, spentMs: 0 };
}

/** How the reading of one file ended. Nothing about a file makes `extract` throw. */
export interface ExtractionReport {
  outcome: ExtractionOutcome | 'cancelled' | 'crashed' | 'needs-ocr-lane' | 'timeout' | 'yielded';
  /** Id of the plugin that gave the outcome. */
  provider: string | null;
  providerVersion: string | null;
  /** One sentence for people; null when there is text. */
  reason: string | null;
  /** Pages joined by form feeds; empty unless the outcome is `text`. */
  text: string;
  pages: number;
  truncated: boolean;
  warnings: string[];
  detectedType: string;
  timing: { ms: number; cpuMs?: number; peakRssBytes: number };
  /** With the outcome `yielded`. */
  nextTurn?: ReadingTurn;
}

/** What one plugin answered. */
export type PluginAnswer = Pick<
  ExtractionReport,
  'outcome' | 'pages' | 'reason' | 'text' | 'truncated' | 'warnings'
> & {
  cpuMs?: number;
  peakRssBytes: number;
  /** With the outcome `yielded`: pages were recognized that the next turn need not recognize again. */
  isFurther?: boolean;
};

export function answerWithoutText(
  outcome: ExtractionReport['outcome'],
  reason: string,
  peakRssBytes: number = 0,
): PluginAnswer {
  return { outcome, reason, text: '', pages: 0, truncated: false, warnings: [], peakRssBytes };
}
