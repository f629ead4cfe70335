import type {
  ExtractionInput,
  ExtractionLimits,
  ExtractionOutcome,
  PageToDraw,
  SelectedPage,
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

/** What each kind of work needs. */
interface AnyWork {
  /** Address of the compiled extractor module. */
  extractor: string;
  config: unknown;
  input: ExtractionInput;
  limits: ExtractionLimits;
  /** The time that the file has (`work-clock.ts`). */
  timeoutMs: number;
  tempDir: string;
}

/** From the pool to a child: read this file. */
export interface TaskMessage extends AnyWork {
  kind: 'task';
  languages: readonly string[];
  /** What each OCR page adds to the time. */
  ocrPageTimeoutMs: number;
  ocr: OcrMode;
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
export interface DrawMessage extends AnyWork {
  kind: 'draw';
  page: PageToDraw;
  /** Where the child writes the pixels. */
  pixelsFile: string;
}

/** From the pool to a child: open this mail. */
export interface MailMessage extends AnyWork {
  kind: 'mail';
  /** Where the child writes what the mail says (`opened-head.ts`). A file, because the names of 1,000 files are long. */
  headFile: string;
  /** Where it writes the bytes of the files, one after the other. */
  partsFile: string;
}

/** From the pool to a child: read the codes on the pages of this file. */
export interface CodesMessage extends AnyWork {
  kind: 'codes';
  /** Pages that are looked at, from the first one. */
  mostPages: number;
  /** Pages that have broken a process, counted from 1. */
  leftOut: readonly number[];
  /** Pixels: a page is drawn so large that it fits into a square with this side. */
  side: number;
  /** Where the child writes the codes (`code-list.ts`). */
  headFile: string;
}

/** From the pool to a child: make a new file of these pages. */
export interface SelectMessage extends AnyWork {
  kind: 'select';
  pages: readonly SelectedPage[];
  /** Instead of `pages`: the file holds files of these sizes, whose pages make the new one. */
  join?: { sizes: readonly number[]; mostPages: number };
  /** Bytes that the new file may have. */
  mostBytes: number;
  /** Where the child writes the new file. */
  partsFile: string;
}

/** From the pool to a child: show this file as HTML. */
export interface RenderMessage extends AnyWork {
  kind: 'render';
  /** Bytes that the HTML may have. */
  mostBytes: number;
  /** Where the child writes it, in UTF-8. */
  partsFile: string;
}

export type Work = CodesMessage | DrawMessage | MailMessage | RenderMessage | SelectMessage | TaskMessage;

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
export type ParentMessage = StartMessage | Work | { kind: 'stop' };
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
}

export interface OpenedMessage {
  kind: 'opened';
  outcome: 'corrupt' | 'opened' | 'timeout' | 'too-large' | 'unsupported';
  reason: string | null;
}

export interface CodedMessage {
  kind: 'coded';
  /** The outcome of the file; a page that could not be read is counted in `unreadPages` only. */
  outcome: UndrawnOutcome | 'read' | 'timeout';
  reason: string | null;
  /** Pages of the file; null when it is not known. */
  pagesCount: number | null;
  /** Pages that were looked at. */
  pages: number;
  unreadPages: number;
  /** The time was over before all pages were looked at. */
  isCutShort: boolean;
}

export interface SelectedMessage {
  kind: 'selected';
  outcome: UndrawnOutcome | 'selected' | 'timeout';
  reason: string | null;
  /** Pages of the given file; null when it is not known. */
  pagesCount: number | null;
  /** Bytes of the new file; 0 unless there is one. */
  bytes: number;
}

export interface RenderedMessage {
  kind: 'rendered';
  outcome: UndrawnOutcome | 'rendered' | 'timeout';
  reason: string | null;
  /** A part of the file was left out. */
  isCut: boolean;
  /** Bytes of the HTML; 0 unless there is some. */
  bytes: number;
}

/** How a child answers each kind of work. */
export interface Answers {
  task: ReplyMessage;
  draw: DrawnMessage;
  mail: OpenedMessage;
  codes: CodedMessage;
  select: SelectedMessage;
  render: RenderedMessage;
}

/** Which error the extractor threw: `PermanentPluginError`, `TransientPluginError`, or any other. */
export type PluginFault = 'other' | 'permanent' | 'transient';

/** The extractor threw: nothing can be said about the file. */
export interface FailedMessage {
  kind: 'failed';
  reason: string;
  fault: PluginFault;
}

export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'ocr-page' }
  /** The text is read, and this file in the file comes next, counted from 1; 0: the plugin looks for one. */
  | { kind: 'attaching'; file: number }
  | { kind: 'progress'; done: number; total: number | null }
  | { kind: 'memory'; rssBytes: number }
  | CodedMessage
  | DrawnMessage
  | OpenedMessage
  | RenderedMessage
  | ReplyMessage
  | SelectedMessage
  | FailedMessage
  /** The extractor is done with the file; the next one may come. */
  | { kind: 'idle'; rssBytes: number };
