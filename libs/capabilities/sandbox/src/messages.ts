import type {
  ExtractionInput,
  ExtractionLimits,
  ExtractionOutcome,
  PageToDraw,
  UndrawnOutcome,
} from '@archivolt/plugin-kit';

/** What `context.ocr` does: run the engine, say that no engine is installed, or move the file to the slow lane. */
export type OcrMode =
  { kind: 'engine'; engine: string; config: unknown } | { kind: 'missing' } | { kind: 'other-lane' };

/** A file in the file that has broken a process, counted from 1. */
export interface LeftOutFile {
  file: number;
  outcome: 'corrupt' | 'too-large';
  reason: string;
}

/** From the pool to a child: read this file. */
export interface TaskMessage {
  kind: 'task';
  /** Address of the compiled extractor module. */
  extractor: string;
  config: unknown;
  input: ExtractionInput;
  languages: readonly string[];
  limits: ExtractionLimits;
  /** The time that the file has (`work-clock.ts`); each OCR page adds `ocrPageTimeoutMs`. */
  timeoutMs: number;
  ocrPageTimeoutMs: number;
  ocr: OcrMode;
  tempDir: string;
  /** Where the child writes the text, in UTF-8. A file, because a message of 20 MB would stop the server's event loop. */
  textFile: string;
  /** Where it writes the sizes and words of the pages (`layout-file.ts`). */
  layoutFile: string;
  /** Pages this document was recognized on in an earlier turn; the child adds to it. */
  pagesFile: string;
  /** How many files in the file are handed over, and their bytes; null: none is asked for. */
  attachments: { most: number; mostBytes: number; leftOut?: LeftOutFile } | null;
  /** Where the list of these files goes (`handed-files.ts`). */
  headFile: string;
  /** Where their bytes go, one after the other. */
  partsFile: string;
}

/** From the pool to a child: draw this page. */
export interface DrawMessage {
  kind: 'draw';
  /** Address of the compiled extractor module. */
  extractor: string;
  config: unknown;
  input: ExtractionInput;
  page: PageToDraw;
  limits: ExtractionLimits;
  timeoutMs: number;
  tempDir: string;
  /** Where the child writes the pixels. */
  pixelsFile: string;
}

/** From the pool to a child: open this mail. */
export interface MailMessage {
  kind: 'mail';
  /** Address of the compiled extractor module. */
  extractor: string;
  config: unknown;
  input: ExtractionInput;
  limits: ExtractionLimits;
  timeoutMs: number;
  tempDir: string;
  /** Where the child writes what the mail says (`opened-head.ts`). A file, because the names of 1,000 files are long. */
  headFile: string;
  /** Where it writes the bytes of the files, one after the other. */
  partsFile: string;
}

/** From the pool to a child, first of all: what to load before the doors are closed. */
export interface StartMessage {
  kind: 'start';
  /** Process id of the server. */
  parent: number;
  temp: string;
  /** Addresses of the modules that need add-ons. */
  preload: string[];
  /** For the thread that stands in where the kernel cannot end a child with its parent. */
  watchdog: { parent: number; memoryLimitBytes: number } | null;
}

/** Messages go in lines of JSON: to the child's standard input, and from its file descriptor 3. */
export type ParentMessage = DrawMessage | MailMessage | StartMessage | TaskMessage | { kind: 'stop' };
export const MESSAGES_FD = 3;

export interface ReplyMessage {
  kind: 'reply';
  outcome: ExtractionOutcome | 'needs-ocr-lane' | 'timeout';
  reason: string | null;
  pages: number;
  truncated: boolean;
  /** The time was over before all was read. */
  isCutShort: boolean;
  warnings: string[];
  /** Files in the file, also those that are not named. */
  attachments: number;
  cpuMs: number;
}

export interface DrawnMessage {
  kind: 'drawn';
  outcome: UndrawnOutcome | 'drawn' | 'timeout';
  reason: string | null;
  pagesCount: number | null;
  /** 0 unless the page is drawn. */
  width: number;
  height: number;
  channels: 1 | 3;
  cpuMs: number;
}

export interface OpenedMessage {
  kind: 'opened';
  outcome: 'corrupt' | 'opened' | 'timeout' | 'too-large' | 'unsupported';
  reason: string | null;
  cpuMs: number;
}

/** Which error the extractor threw: `PermanentPluginError`, `TransientPluginError`, or any other. */
export type PluginFault = 'other' | 'permanent' | 'transient';

export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'ocr-page' }
  /** The text is read, and this file in the file comes next, counted from 1; 0: the plugin looks for one. */
  | { kind: 'attaching'; file: number }
  | { kind: 'progress'; done: number; total: number | null }
  | { kind: 'memory'; rssBytes: number }
  | DrawnMessage
  | OpenedMessage
  | ReplyMessage
  /** The extractor threw: nothing can be said about the file. */
  | { kind: 'failed'; reason: string; fault: PluginFault }
  /** The extractor is done with the file; the next one may come. */
  | { kind: 'idle'; rssBytes: number };
