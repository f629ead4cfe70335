import type { OcrImage, OcrText } from '../ocr/ocr-engine.js';

/** The file to read. */
export interface ExtractionInput {
  /** Absolute path of a private copy; it is removed after the call. */
  path: string;
  /** Bytes. */
  size: number;
  /** Media type found by content, then by extension, lower case, without parameters. */
  type: string;
  /** File name as uploaded; for hints only. */
  fileName: string;
}

/** Bounds a plugin must keep. The host enforces time and memory from outside besides. */
export interface ExtractionLimits {
  /** Pages read by OCR in one document. */
  maxOcrPages: number;
  /** UTF-16 units of text kept; beyond it set `truncated`. */
  maxChars: number;
  /** Pixels of one decoded picture. */
  maxPixels: number;
  /** Bytes inflated from an archive, all entries together. */
  maxInflatedBytes: number;
  /** Entries of an archive. */
  maxEntries: number;
}

/** What the host gives an extractor for one file. */
export interface ExtractionContext<Config = unknown> {
  config: Config;
  /** Aborted at the deadline or when the document is deleted; the host kills the child a moment later. */
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadline: number;
  /** Tesseract codes wished for, in order of preference: `['eng', 'deu']`. */
  languages: readonly string[];
  limits: ExtractionLimits;
  /** A private folder for temporary files; removed after the call. */
  tempDir: string;
  /** Recognises the text of one page image by the installed OCR plugin. */
  ocr(image: OcrImage): Promise<OcrText>;
  progress(done: number, total: number | undefined): void;
}

/** The text of one page, sheet or slide. */
export interface ExtractedPage {
  text: string;
  source: 'mixed' | 'ocr' | 'text-layer';
  /** 0 to 100, for pages read by OCR. */
  confidence?: number;
}

/**
 * How it ended.
 * `text`: there is text. `empty`: read to the end, there is none (a success). `insufficient`: this plugin finds nothing
 * but another may. `encrypted`: a password is needed. `corrupt`: the file is damaged beyond reading. `unsupported`: not
 * a kind it reads. `too-large`: a limit was met before any text was found.
 */
export type ExtractionOutcome =
  'corrupt' | 'empty' | 'encrypted' | 'insufficient' | 'text' | 'too-large' | 'unsupported';

/** The answer of an extractor for one file. */
export interface ExtractionResult {
  outcome: ExtractionOutcome;
  /** One entry a page, sheet or slide; a plain text is one page. Empty unless the outcome is `text`. */
  pages: ExtractedPage[];
  /** One sentence for people, when the outcome is not `text`: what was met. */
  reason?: string;
  /** True when text was left out because of a limit. */
  truncated?: boolean;
  /** Sentences for people about what was not read. */
  warnings?: string[];
}

/**
 * Reads the text of a file. Answer with an outcome for everything a file can be; throw only for faults
 * (`TransientPluginError` is retried, anything else counts as a crash of this file).
 */
export interface Extractor<Config = unknown> {
  extract(input: ExtractionInput, context: ExtractionContext<Config>): Promise<ExtractionResult>;
}

/** Gives the extractor back as it is; it exists for the types. */
export function defineExtractor<Config = unknown>(extractor: Extractor<Config>): Extractor<Config> {
  return extractor;
}
