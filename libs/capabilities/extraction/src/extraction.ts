import type { Readable } from 'node:stream';
import type { ExtractionOutcome } from '@archivolt/plugin-kit';
import type { Attachment, HandedFiles } from './attachments.js';
import { UNKNOWN_TYPE } from './detect/detect-type.js';
import type { PageLayout } from './page-layout.js';

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
  /** In the lane `remote`: the plugin whose turn it is, and which of its faults are final. */
  remote?: RemotePatience & { plugin: string };
  /** Called when an extractor reports progress, at any rate. */
  onProgress?: (done: number, total: number | undefined) => void;
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

export function firstTurn(document: string): ExtractionTurn {
  return { document, turnsWithoutPages: 0, spentMs: 0 };
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

/** How an extraction can have ended. */
export const EXTRACTION_OUTCOMES = [
  ...['corrupt', 'crashed', 'empty', 'encrypted', 'failed', 'insufficient'],
  ...['text', 'timeout', 'too-large', 'unsupported'],
];

/** Outcomes after which another plugin, or the same in another version, may still find a text. */
export const UNREAD_OUTCOMES: readonly string[] = EXTRACTION_OUTCOMES.filter(
  (outcome) => !['empty', 'encrypted', 'text'].includes(outcome),
);

/** The file is not read yet: it continues in another lane, or later. */
export type MovedOutcome = 'needs-ocr-lane' | 'needs-quick-lane' | 'needs-remote-lane' | 'yielded';

const MOVED: ReadonlySet<string> = new Set<MovedOutcome>([
  'needs-ocr-lane',
  'needs-quick-lane',
  'needs-remote-lane',
  'yielded',
]);

export function isMoved(extraction: Extraction): extraction is Extraction & { outcome: MovedOutcome } {
  return MOVED.has(extraction.outcome);
}

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

/** The reason and the warnings in one text for people; null when there is nothing to say. */
export function remarksOf({ reason, warnings }: Pick<Extraction, 'reason' | 'warnings'>): string | null {
  const remarks = [reason, ...warnings].filter((remark) => remark !== null && remark !== '');
  return remarks.length > 0 ? remarks.join(' ') : null;
}
