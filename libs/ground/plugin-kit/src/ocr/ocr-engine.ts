import type { PageWord } from '../extraction/page-words.js';

/** One page image: 8-bit gray, row by row, without padding. */
export interface OcrImage {
  /** `width * height` bytes; 0 is black, 255 white. */
  gray: Uint8Array;
  width: number;
  height: number;
  /** Dots per inch, when known. */
  dpi?: number;
}

/** The text of one page image. */
export interface OcrText {
  text: string;
  /** Mean confidence of the words, 0 to 100; 0 without words. */
  confidence: number;
  /** Tesseract codes used for the page. */
  languages: string[];
  /** The words of `text` in the same order, with boxes as parts of the image as it was given. */
  words?: Iterable<PageWord>;
  /** Sentences for users: a language whose data is not installed, a page that could not be read. */
  warnings?: string[];
}

/** Requested languages and limits for one page image. */
export interface OcrContext {
  /** Tesseract codes requested by the user, in order of preference. */
  languages: readonly string[];
  signal: AbortSignal;
  /**
   * The earliest time at which `signal` is aborted, in milliseconds since the epoch; it moves while the process waits for
   * a processor, so read it each time. An engine that blocks the thread, so that no
   * signal can reach it, compares this with the clock.
   */
  deadline?: number;
}

/** Runs in the sandboxed child process together with the extractor that calls it; reused between files. */
export interface OcrEngine {
  /** Recognizes the text of one page image, whatever its orientation, skew and size. */
  recognize(image: OcrImage, context: OcrContext): Promise<OcrText>;
  /** Releases workers and memory; called before the child exits. */
  close(): Promise<void>;
}

/** Declares the one OCR engine of an installation. */
export interface OcrDeclaration {
  form: 'sandboxed';
  /** Module whose default export is created with `defineOcrEngine`. */
  engine: URL;
  /** True when the module imports native add-ons; see the same property of an extraction plugin. */
  addons?: boolean;
  /** Returns the codes of the languages whose data is installed. */
  installedLanguages(): Promise<string[]>;
}

/** Returns the factory unchanged; it exists for its types. `tempDir` is a private folder of the child. */
export function defineOcrEngine<Config = unknown>(
  create: (options: { config: Config; tempDir: string }) => OcrEngine | Promise<OcrEngine>,
): (options: { config: Config; tempDir: string }) => OcrEngine | Promise<OcrEngine> {
  return create;
}
