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
}

/** How the reading of one file ended. Nothing about a file makes `extract` throw. */
export interface ExtractionReport {
  outcome: ExtractionOutcome | 'cancelled' | 'crashed' | 'needs-ocr-lane' | 'timeout';
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
}

/** What one plugin answered. */
export type PluginAnswer = Pick<
  ExtractionReport,
  'outcome' | 'pages' | 'reason' | 'text' | 'truncated' | 'warnings'
> & {
  cpuMs?: number;
  peakRssBytes: number;
};

export function answerWithoutText(
  outcome: ExtractionReport['outcome'],
  reason: string,
  peakRssBytes: number = 0,
): PluginAnswer {
  return { outcome, reason, text: '', pages: 0, truncated: false, warnings: [], peakRssBytes };
}
