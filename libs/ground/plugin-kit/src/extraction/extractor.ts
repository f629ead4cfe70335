import type { AttachedFile } from './attached-file.js';
import type { OcrImage, OcrText } from '../ocr/ocr-engine.js';
import type { PageWord } from './page-words.js';
import type { ExtractionLimits } from './limits.js';
import type { MailContext, OpenedMail } from './opened-mail.js';
import { RefusedFile } from './refused-file.js';
import type { DrawingContext, DrawnPage, PageToDraw, UndrawnOutcome } from './page-drawing.js';
import type { FileJoin, PageSelection, SelectedPages } from './page-selection.js';
import type { Rendition, RenditionLimits } from './rendition.js';

/** The file to read. */
export interface ExtractionInput {
  /** Absolute path of a private copy, which the host removes after the call. */
  path: string;
  /** Bytes. */
  size: number;
  /** Media type detected from the content, then from the extension; lower case, without parameters. */
  type: string;
  /** File name of the upload; use it for hints only. */
  fileName: string;
  /**
   * Sandboxed form: the passwords to try for a file that needs one, the likeliest first, for its text and its pages
   * alike; at most 20 of 256 characters. The host asks without any first, and again with them when the outcome is
   * `encrypted`. `lockedFile` is the refusal when none opens the file. Never put one into a reason, a warning or a log.
   */
  passwords?: readonly string[];
}

/** What the host passes to an extractor for one file. */
export interface ExtractionContext<Config = unknown> {
  config: Config;
  /** Aborted at the deadline or when the document is deleted; the host kills the child a moment later. */
  signal: AbortSignal;
  /**
   * The earliest time at which `signal` is aborted, in milliseconds since the epoch. In the sandbox, processor time is
   * what counts: it moves while the process waits for a processor and with each recognized page, so read it each time.
   */
  deadline: number;
  /** Tesseract codes requested by the user, in order of preference: `['eng', 'deu']`. */
  languages: readonly string[];
  limits: ExtractionLimits;
  /** A private folder for temporary files, which the host removes after the call. */
  tempDir: string;
  /** Recognizes the text of one page image with the installed OCR plugin. */
  ocr(image: OcrImage): Promise<OcrText>;
  progress(done: number, total: number | undefined): void;
}

/** The text of one page, sheet or slide. */
export interface ExtractedPage {
  text: string;
  source: 'mixed' | 'ocr' | 'text-layer';
  /** 0 to 100, for pages read by OCR. */
  confidence?: number;
  /** Size of the page as a viewer shows it, in any unit: only the ratio matters. */
  width?: number;
  height?: number;
  /**
   * The words of `text` in the same order and where they are, so that viewers can mark what a search has found. The host
   * keeps up to 10,000 of a page. Use `PackedWords.of` for files of many pages.
   */
  words?: Iterable<PageWord>;
}

/**
 * The outcome of an extraction.
 * `text`: there is text. `empty`: the file was read completely and contains no text (a success). `insufficient`: this
 * plugin found no text, but another plugin may. `encrypted`: the file needs a password. `corrupt`: the file is too
 * damaged to read. `unsupported`: the plugin does not read this kind of file. `too-large`: a limit was reached before
 * any text was found.
 */
export type ExtractionOutcome =
  'corrupt' | 'empty' | 'encrypted' | 'insufficient' | 'text' | 'too-large' | 'unsupported';

/** The result of an extractor for one file. */
export interface ExtractionResult {
  outcome: ExtractionOutcome;
  /** One entry per page, sheet or slide; a plain text is one page. Empty unless the outcome is `text`. */
  pages: ExtractedPage[];
  /** One sentence for users that explains an outcome other than `text`. */
  reason?: string;
  /** True when text was omitted because of a limit. */
  truncated?: boolean;
  /** Sentences for users about parts that were not read. */
  warnings?: string[];
  /**
   * Remote form: what read the file, as the service names it: a model, a version. It is kept with the steps of the
   * reading, so that a text can be traced to it.
   */
  engine?: string;
  /**
   * Sandboxed form: the files in this file, in their order, whatever the outcome is. The host asks for one after the other
   * when it has the text, reads the first 100 of a document, and names up to 1,000. Yield them from a generator, so that
   * only one is in memory.
   */
  attachments?: AsyncIterable<AttachedFile>;
}

/**
 * Extracts the text of a file. Return an outcome for every kind of file content; throw only for faults
 * (`TransientPluginError` is retried, any other error counts as a crash caused by this file). In the sandboxed form a
 * {@link RefusedFile} may be thrown instead of an outcome.
 */
export interface Extractor<Config = unknown> {
  extract(input: ExtractionInput, context: ExtractionContext<Config>): Promise<ExtractionResult>;
  /**
   * Draws one page, for thumbnails and viewers; needed for the types in `draws` of the declaration. Return an outcome
   * for every kind of file content. It is called in the same sandbox as `extract`, in a process of lower priority.
   */
  drawPage?(input: ExtractionInput, page: PageToDraw, context: DrawingContext<Config>): Promise<DrawnPage>;
  /**
   * Writes a new file of the same type that has some pages of the given one; needed for the types in `selectsPages` of the
   * declaration. The same pages give the same bytes. Return an outcome for every kind of file content. It is called in the
   * same sandbox as `extract`, in a process of lower priority.
   */
  selectPages?(
    input: ExtractionInput,
    selection: PageSelection,
    context: DrawingContext<Config>,
  ): Promise<SelectedPages>;
  /**
   * Writes a new file that has the pages of several files of the same type, which follow each other in the given one;
   * needed for the types in `joins` of the declaration. The same files give the same bytes. Return an outcome for every kind
   * of file content; its reason names the file by its place, counted from 1. It is called as `selectPages` is.
   */
  joinFiles?(input: ExtractionInput, join: FileJoin, context: DrawingContext<Config>): Promise<SelectedPages>;
  /**
   * Shows the file as HTML, for viewers; needed for the types in `renders` of the declaration. Return an outcome for every
   * kind of file content. It is called in the same sandbox as `extract`, each time that a person looks at the file.
   */
  renderHtml?(input: ExtractionInput, limits: RenditionLimits, context: DrawingContext<Config>): Promise<Rendition>;
  /**
   * Opens a mail for the intake: who sent it, to whom, and the files in it; needed for the types in `opensMail` of the
   * declaration. Return an outcome for every kind of content. It is called in the same sandbox as `extract`.
   */
  openMail?(input: ExtractionInput, context: MailContext<Config>): Promise<OpenedMail>;
}

/** Returns the extractor for the host: what it throws as {@link RefusedFile} is a result. */
export function defineExtractor<Config = unknown>(extractor: Extractor<Config>): Extractor<Config> {
  const { drawPage, selectPages, joinFiles, renderHtml, openMail } = extractor;
  return {
    extract: (...args) => extractor.extract(...args).catch((error: unknown) => ({ ...refusalOf(error), pages: [] })),
    ...(drawPage && {
      drawPage: (...args) => drawPage.apply(extractor, args).catch((error: unknown) => undrawn(refusalOf(error))),
    }),
    ...(selectPages && {
      selectPages: (...args) => selectPages.apply(extractor, args).catch((error: unknown) => undrawn(refusalOf(error))),
    }),
    ...(joinFiles && {
      joinFiles: (...args) => joinFiles.apply(extractor, args).catch((error: unknown) => undrawn(refusalOf(error))),
    }),
    ...(renderHtml && {
      renderHtml: (...args) => renderHtml.apply(extractor, args).catch((error: unknown) => undrawn(refusalOf(error))),
    }),
    ...(openMail && { openMail: (...args) => openMail.apply(extractor, args) }),
  };
}

function refusalOf(error: unknown): Pick<RefusedFile, 'outcome'> & { reason: string } {
  if (!(error instanceof RefusedFile)) throw error;
  return { outcome: error.outcome, reason: error.message };
}

/** Of a file without content there is no page. */
function undrawn({ outcome, reason }: ReturnType<typeof refusalOf>): { outcome: UndrawnOutcome; reason: string } {
  return { outcome: outcome === 'empty' ? 'corrupt' : outcome, reason };
}
