import type { ExtractionOutcome } from '@archivolt/plugin-kit';
import type { Attachment, HandedFiles } from './attachments.js';
import type { PageLayout } from './page-layout.js';

/** The media type of bytes that say nothing of their type. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * A file that takes long leaves its place to others that wait and continues in another turn. An extraction with the
 * outcome `yielded` holds the next turn.
 */
export interface ExtractionTurn {
  /** The same for each turn of one file. */
  document: string;
  /** Turns that ended without a newly recognized page; each doubles the length of the next turn. */
  turnsWithoutPages: number;
  /** Milliseconds of work of all turns before. */
  spentMs: number;
  asked?: AskedPlugins;
}

/** What came of the plugins that were asked before the file moved to another lane. */
export interface AskedPlugins {
  /** Ids of those that did not read the file. */
  ids: readonly string[];
  /** The outcome that says most, if any. */
  best?: Pick<Extraction, 'isCutShort' | 'outcome' | 'provider' | 'providerVersion' | 'reason' | 'warnings'>;
  /** For people: which services of earlier steps could not be asked. */
  faults?: readonly string[];
}

/** How the extraction of one file ended, from the process that ran the extractor to the columns of the document. */
export interface Extraction {
  /** `failed`: the server could not extract, which says nothing about the file. */
  outcome: ExtractionOutcome | 'cancelled' | 'crashed' | 'failed' | 'timeout' | MovedOutcome;
  /** One sentence for people; null when there is text. */
  reason: string | null;
  /** Pages joined by form feeds; empty unless the outcome is `text`. */
  text: string;
  pages: number;
  /** Layouts of the pages, as far as the plugin knows them. */
  layouts: PageLayout[];
  /** Plugin and version that recognized pages. */
  ocrEngine?: string;
  truncated: boolean;
  /** The time was over before all was read: with more time, or on a machine that is less busy, there is more. */
  isCutShort?: boolean;
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
  /** With the outcomes that move the file to another lane. */
  nextTurn?: ExtractionTurn;
  /** Ids of the plugins that were asked, in this turn and before. */
  asked?: readonly string[];
  /** With the outcome `needs-remote-lane`: the plugin that is next. */
  remotePlugin?: string;
  /** With the outcome `needs-remote-lane`: a later step of the strategy takes the file, too. */
  hasFallback?: boolean;
  /** What read the file, as its service names it. */
  engine?: string;
  /** The files in the file, in their order; each is followed by those in it. */
  attachments: readonly Attachment[];
  /** Files in the file that were handed over and are to be read. */
  handed?: HandedFiles;
  /** Pages that were given to OCR. */
  ocrPages?: number;
}

/** The file is not read yet: it continues in another lane, or later. */
export type MovedOutcome = 'needs-ocr-lane' | 'needs-quick-lane' | 'needs-remote-lane' | 'yielded';

/** An extraction without text, unless `fields` has one. */
export function makeExtraction(outcome: Extraction['outcome'], fields: Partial<Extraction> = {}): Extraction {
  return {
    outcome,
    reason: null,
    text: '',
    pages: 0,
    layouts: [],
    truncated: false,
    warnings: [],
    provider: null,
    providerVersion: null,
    detectedType: UNKNOWN_TYPE,
    ms: 0,
    cpuMs: 0,
    peakRssBytes: 0,
    attachments: [],
    ...fields,
  };
}
