import type { Readable } from 'node:stream';
import type { ExtractionOutcome } from '@archivolt/plugin-kit';
import { UNKNOWN_TYPE } from './detect/detect-type.js';

export interface FileToExtract {
  /** Called once, and not at all when extraction is turned off. */
  open(): Promise<Readable>;
  fileName: string;
  /** Media type that the uploader declared. */
  declaredType: string | undefined;
}

export type ExtractionLane = 'ocr' | 'quick';

export interface ExtractionOptions {
  /** Tesseract codes; empty for those of the settings. */
  languages: readonly string[];
  lane: ExtractionLane;
  signal: AbortSignal;
  /** Whose file it is. Owners take turns, and no process handles files of two owners. */
  owner: string;
  turn: ExtractionTurn;
}

/**
 * A file that takes long leaves its place to others that wait and continues in another turn. An extraction with the
 * outcome `yielded` holds the next turn.
 */
export interface ExtractionTurn {
  /** The same for each turn of one file. */
  document: string;
  /** Turns that ended without a newly recognized page; each doubles the length of the next turn. */
  turnsWithoutPages: number;
  /** Milliseconds of all turns before. */
  spentMs: number;
}

export function firstTurn(document: string): ExtractionTurn {
  return { document, turnsWithoutPages: 0, spentMs: 0 };
}

/** How the extraction of one file ended, from the process that ran the extractor to the columns of the document. */
export interface Extraction {
  /** `failed`: the server could not extract, which says nothing about the file. */
  outcome: ExtractionOutcome | 'cancelled' | 'crashed' | 'failed' | 'needs-ocr-lane' | 'timeout' | 'yielded';
  /** One sentence for people; null when there is text. */
  reason: string | null;
  /** Pages joined by form feeds; empty unless the outcome is `text`. */
  text: string;
  pages: number;
  truncated: boolean;
  /** Sentences for people about what was left out. */
  warnings: string[];
  /** Id of the plugin that gave the outcome. */
  provider: string | null;
  providerVersion: string | null;
  /** Media type according to the content of the file. */
  detectedType: string;
  ms: number;
  /** 0 where it is not measured. */
  cpuMs: number;
  peakRssBytes: number;
  /** With the outcome `yielded`: the next turn need not recognize all pages again. */
  hasNewPages?: boolean;
  /** With the outcome `yielded`. */
  nextTurn?: ExtractionTurn;
}

/** An extraction without text, unless `fields` has one. */
export function makeExtraction(outcome: Extraction['outcome'], fields: Partial<Extraction> = {}): Extraction {
  return {
    outcome,
    reason: null,
    text: '',
    pages: 0,
    truncated: false,
    warnings: [],
    provider: null,
    providerVersion: null,
    detectedType: UNKNOWN_TYPE,
    ms: 0,
    cpuMs: 0,
    peakRssBytes: 0,
    ...fields,
  };
}

/** The reason and the warnings in one text for people; null when there is nothing to say. */
export function remarksOf({ reason, warnings }: Pick<Extraction, 'reason' | 'warnings'>): string | null {
  const remarks = [reason, ...warnings].filter((remark) => remark !== null && remark !== '');
  return remarks.length > 0 ? remarks.join(' ') : null;
}
