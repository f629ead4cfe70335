/** One page image: 8-bit gray, row by row, without padding. */
export interface OcrImage {
  /** `width * height` bytes; 0 is black, 255 white. */
  gray: Uint8Array;
  width: number;
  height: number;
  /** Dots per inch, when known. */
  dpi?: number;
}

/** What was read on one page image. */
export interface OcrText {
  text: string;
  /** Mean over the words, 0 to 100; 0 when there are none. */
  confidence: number;
  /** Tesseract codes it was read with. */
  languages: string[];
  /** Sentences for people: a language whose data is not installed, a page that could not be read. */
  warnings?: string[];
}

/** Wishes and bounds for one page image. */
export interface OcrContext {
  /** Tesseract codes wished for, in order of preference. */
  languages: readonly string[];
  signal: AbortSignal;
  /**
   * Milliseconds since the epoch when `signal` is aborted. An engine that keeps the thread busy, so that no signal can
   * reach it, compares this with the clock.
   */
  deadline?: number;
}

/** Runs in the same sandboxed child process as the extractor that calls it; kept between files. */
export interface OcrEngine {
  /** Finds the text of one page image, whatever its orientation, skew and size. */
  recognize(image: OcrImage, context: OcrContext): Promise<OcrText>;
  /** Frees workers and memory; called before the child ends. */
  close(): Promise<void>;
}

/** Declares the one OCR engine of an installation. */
export interface OcrDeclaration {
  form: 'sandboxed';
  /** Module whose default export is made with `defineOcrEngine`. */
  engine: URL;
  /** True when the module imports native add-ons; see the same member of an extraction plugin. */
  addons?: boolean;
  /** Codes of the languages whose data is installed. */
  installedLanguages(): Promise<string[]>;
}

/** Gives the factory back as it is; it exists for the types. `tempDir` is a private folder of the child. */
export function defineOcrEngine<Config = unknown>(
  create: (options: { config: Config; tempDir: string }) => OcrEngine | Promise<OcrEngine>,
): (options: { config: Config; tempDir: string }) => OcrEngine | Promise<OcrEngine> {
  return create;
}
